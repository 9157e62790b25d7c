//! Queues in which clients take turns: one that asks a thousand questions at once is one among the others.
//!
//! Each address has a line of its own. The first of the first line is served, and that line goes behind the others. What a
//! request asks for is put down to its address (`CLIENT`), wherever in the server that happens.

use std::collections::VecDeque;
use std::net::IpAddr;

tokio::task_local! {
    /// Who sent the request that is being answered.
    pub static CLIENT: IpAddr;
}

/// Who asks, if it is a client.
pub fn client() -> Option<IpAddr> {
    CLIENT.try_with(|client| *client).ok()
}

/// A queue in which clients take turns.
pub struct Turns<T> {
    lines: VecDeque<(Option<IpAddr>, VecDeque<T>)>,
    count: usize,
}

impl<T> Default for Turns<T> {
    fn default() -> Turns<T> {
        Turns { lines: VecDeque::new(), count: 0 }
    }
}

impl<T> Turns<T> {
    /// How much waits.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Puts something into the line of a client.
    pub fn put(&mut self, client: Option<IpAddr>, task: T) {
        self.count += 1;
        match self.lines.iter_mut().find(|(other, _)| *other == client) {
            Some((_, line)) => line.push_back(task),
            None => self.lines.push_back((client, VecDeque::from([task]))),
        }
    }

    /// What is next.
    pub fn take(&mut self) -> Option<T> {
        let (client, mut line) = self.lines.pop_front()?;
        let task = line.pop_front();
        if !line.is_empty() {
            self.lines.push_back((client, line));
        }
        self.count -= usize::from(task.is_some());
        task
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_take_turns() {
        let mut turns = Turns::default();
        let address = |last| Some(IpAddr::from([10, 0, 0, last]));
        for nth in 0..100 {
            turns.put(address(1), (1, nth));
        }
        turns.put(address(2), (2, 0));
        turns.put(None, (0, 0));
        turns.put(address(2), (2, 1));
        assert_eq!(turns.len(), 103);
        let first: Vec<_> = (0..6).map_while(|_| turns.take()).collect();
        assert_eq!(first, [(1, 0), (2, 0), (0, 0), (1, 1), (2, 1), (1, 2)]);
        let rest: Vec<_> = std::iter::from_fn(|| turns.take()).collect();
        assert_eq!(rest, (3..100).map(|nth| (1, nth)).collect::<Vec<_>>());
        assert_eq!(turns.len(), 0);
    }
}
