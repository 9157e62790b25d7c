//! Who is connected: so many in all, so many from one address, and the silent ones make room.
//!
//! A connection is *idle* while none of its requests is being answered: it has said nothing yet, is slow to say it, or
//! waits for its next request. When a place is needed, the connection that has been idle for longest is closed: one of
//! the same address if that address has as many as it may have, or else one of the address that has most. So whoever
//! opens many and says nothing keeps nobody out. If all are busy, the newcomer is told to come again (503).

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;

use crate::pool::locked;
use crate::refusal::RequestRefusal;

/// All connections.
pub struct Connections {
    most: usize,
    each: usize,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
}

/// A connection as the others see it.
pub struct Connection {
    /// Where it comes from; in the sixth version, from which house.
    pub address: IpAddr,
    state: Mutex<ConnectionState>,
    /// Rings when it should close.
    pub leave: Notify,
}

struct ConnectionState {
    /// How many of its requests are being answered.
    busy: usize,
    /// Since when there is none.
    since: Instant,
    /// Whether it was told to close.
    leaves: bool,
}

/// A place among the connections, given back when this is dropped.
pub struct Place {
    all: Arc<Connections>,
    number: u64,
    /// What is known of it.
    pub connection: Arc<Connection>,
}

/// A request that is being answered.
pub struct BusyRequest(Arc<Connection>);

impl Connections {
    /// Room for so many in all, and so many from one address.
    pub fn new(most: usize, each: usize) -> Arc<Connections> {
        Arc::new(Connections { most, each, open: Mutex::default() })
    }

    /// A place for a connection from this address. An idle one is told to leave for it.
    ///
    /// # Errors
    /// [`RequestRefusal`] if all are busy.
    pub fn admit(self: &Arc<Connections>, address: IpAddr) -> Result<Place, RequestRefusal> {
        let address = household(address);
        let mut open = locked(&self.open);
        let crowded = || RequestRefusal::crowded("connections", self.most);
        // Those who were told to leave are soon gone; until then they need files, of which there may be a thousand.
        if open.len() >= self.most + self.most.div_ceil(4) {
            return Err(crowded());
        }
        let staying: Vec<&Arc<Connection>> =
            open.values().filter(|connection| !connection.leaves()).collect();
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        staying.iter().for_each(|connection| *counts.entry(connection.address).or_default() += 1);
        let own = counts.get(&address).copied().unwrap_or(0);
        if own >= self.each {
            send_one_away(&staying, |other| other == address)
                .ok_or_else(|| RequestRefusal::crowded("connections_each", self.each))?;
        } else if staying.len() >= self.most {
            let largest = counts.iter().map(|(other, count)| (*count, *other)).max();
            // The crowd first; if it is all busy, any idle one.
            send_one_away(&staying, |other| largest.is_some_and(|(_, crowd)| other == crowd))
                .or_else(|| send_one_away(&staying, |_| true))
                .ok_or_else(crowded)?;
        }
        let state = ConnectionState { busy: 0, since: Instant::now(), leaves: false };
        let state = Mutex::new(state);
        let connection = Arc::new(Connection { address, state, leave: Notify::new() });
        let number = (0..).find(|number| !open.contains_key(number)).ok_or_else(crowded)?;
        open.insert(number, connection.clone());
        Ok(Place { all: self.clone(), number, connection })
    }

    /// Whether some were told to leave and are not gone yet.
    pub fn is_emptying(&self) -> bool {
        locked(&self.open).values().any(|connection| connection.leaves())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        locked(&self.open).len()
    }
}

/// The address that counts: in the sixth version one house has 2^64 of them.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let prefix = address.to_bits() >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from_bits(prefix))
        }
        address => address,
    }
}

/// Tells the connection that has been idle for longest, of those whose address is `wanted`, to leave.
fn send_one_away(staying: &[&Arc<Connection>], wanted: impl Fn(IpAddr) -> bool) -> Option<()> {
    let candidates = staying.iter().filter(|connection| wanted(connection.address));
    let idle = candidates.filter_map(|connection| Some((connection.idle_since()?, connection)));
    let (_, longest) = idle.min_by_key(|(since, _)| *since)?;
    locked(&longest.state).leaves = true;
    longest.leave.notify_one();
    Some(())
}

impl Connection {
    /// Says that a request is being answered, until what it returns is dropped.
    pub fn answers(self: &Arc<Connection>) -> BusyRequest {
        locked(&self.state).busy += 1;
        BusyRequest(self.clone())
    }

    fn idle_since(&self) -> Option<Instant> {
        let state = locked(&self.state);
        (state.busy == 0).then_some(state.since)
    }

    fn leaves(&self) -> bool {
        locked(&self.state).leaves
    }
}

impl Drop for BusyRequest {
    fn drop(&mut self) {
        let mut state = locked(&self.0.state);
        state.busy -= 1;
        state.since = Instant::now();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        locked(&self.all.open).remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[test]
    fn the_longest_idle_makes_room() {
        let all = Connections::new(4, 2);
        let first = all.admit(address(1)).expect("room");
        let second = all.admit(address(1)).expect("room");
        let busy = first.connection.answers();
        let third = all.admit(address(1)).expect("an idle one leaves");
        assert!(second.connection.leaves() && !first.connection.leaves());
        let also = third.connection.answers();
        assert!(all.admit(address(1)).is_err(), "both are busy");
        drop(busy);
        let fourth = all.admit(address(1)).expect("the first is idle now");
        assert!(first.connection.leaves() && !third.connection.leaves());
        drop((also, first, second, third, fourth));
        assert_eq!(all.count(), 0);
    }

    #[test]
    fn a_house_of_many_addresses_is_one() {
        let all = Connections::new(4, 2);
        let from = |text: &str| all.admit(text.parse().expect("an address")).expect("room");
        let (first, second) = (from("2001:db8::1"), from("2001:db8::ffff:2"));
        let third = from("2001:db8::3");
        assert!(first.connection.leaves() && !second.connection.leaves());
        // The same address of the fourth version, written in two ways.
        let places = (from("10.0.0.1"), from("::ffff:10.0.0.1"));
        drop((first, third));
        assert!(!second.connection.leaves() && !places.0.connection.leaves());
        let last = from("10.0.0.1");
        assert!(places.0.connection.leaves() && !last.connection.leaves());
    }

    #[test]
    fn a_crowd_keeps_nobody_else_out() {
        let all = Connections::new(4, 3);
        let mut crowd: Vec<Place> = (0..3).map(|_| all.admit(address(1)).expect("room")).collect();
        let alone = all.admit(address(2)).expect("room");
        let good = all.admit(address(3)).expect("one of the crowd leaves");
        let left = crowd.iter().filter(|place| place.connection.leaves()).count();
        assert!(left == 1 && !alone.connection.leaves() && !good.connection.leaves());
        crowd.retain(|place| !place.connection.leaves());
        // A busy crowd is not disturbed; then others that are idle leave.
        let busy: Vec<BusyRequest> = crowd.iter().map(|place| place.connection.answers()).collect();
        let other = all.admit(address(4)).expect("room");
        assert!(alone.connection.leaves());
        let at_work = [good.connection.answers(), other.connection.answers()];
        assert!(all.admit(address(5)).is_err(), "all are busy");
        drop((busy, at_work));
    }
}
