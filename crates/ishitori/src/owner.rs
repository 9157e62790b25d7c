//! Whoever started some work: is told how far it is, and may stop it.
//!
//! Deep inside, work is watched by plain functions ([`interrupt::check`](crate::interrupt::check),
//! [`watch::watch`](crate::watch::watch)), which know nothing but the thread they run on. So the owner lies there, from
//! [`owned_by`] until its guard is dropped. A check of claims works on a thread of its own; the budgets of
//! [`budget`] take the owner along to it.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use ishitori_core::solve::{Budget, GaveUp};

/// Positions between two looks at the owner: a position may cost a millisecond.
const EVERY: u64 = 256;

thread_local! {
    static OWNER: RefCell<Option<Arc<dyn Owner>>> = const { RefCell::new(None) };
}

/// How far some work is.
#[derive(Clone, Debug, PartialEq)]
pub struct News<'a> {
    /// What is done now.
    pub doing: &'a str,
    /// How much of it is done.
    pub done: u64,
    /// How much of it there is, as far as that is known; 0 if not at all.
    pub known: u64,
    /// For how long.
    pub elapsed: Duration,
}

/// Whoever started some work.
pub trait Owner: Send + Sync {
    /// Whether the work may go on.
    ///
    /// # Errors
    /// [`GaveUp`] with the reason why not.
    fn goes_on(&self) -> Result<(), GaveUp>;

    /// Is told how far the work is, many times a second.
    fn hears(&self, news: &News);

    /// Is told that what it last heard of has ended.
    fn ended(&self);

    /// Is told something that does not change the answer.
    fn notes(&self, text: &str);
}

/// The time during which this thread works for an owner.
#[must_use = "the owner leaves when this is dropped"]
pub struct Owned(Option<Arc<dyn Owner>>);

/// Lets this thread work for `owner` until the guard is dropped.
pub fn owned_by(owner: Arc<dyn Owner>) -> Owned {
    Owned(OWNER.replace(Some(owner)))
}

impl Drop for Owned {
    fn drop(&mut self) {
        OWNER.set(self.0.take());
    }
}

/// For whom this thread works.
pub fn owner() -> Option<Arc<dyn Owner>> {
    OWNER.with_borrow(Clone::clone)
}

/// Asks the owner, if there is one, whether to go on.
pub(crate) fn asked() -> Option<Result<(), GaveUp>> {
    OWNER.with_borrow(|owner| owner.as_ref().map(|owner| owner.goes_on()))
}

/// Tells the owner how far the work is.
pub fn tell(news: &News) {
    OWNER.with_borrow(|owner| owner.iter().for_each(|owner| owner.hears(news)));
}

/// Tells the owner that what it heard of has ended.
pub fn end() {
    OWNER.with_borrow(|owner| owner.iter().for_each(|owner| owner.ended()));
}

/// Tells the owner something that does not change the answer.
pub fn note(text: &str) {
    OWNER.with_borrow(|owner| owner.iter().for_each(|owner| owner.notes(text)));
}

/// Makes budgets that tell `owner` how far the work is, on whatever thread they are asked for: that
/// thread works for the owner from then on. At most `limit` positions each, of `known` in all.
pub fn budget(
    owner: Arc<dyn Owner>,
    doing: &'static str,
    limit: Option<u64>,
    known: u64,
) -> impl FnMut() -> Budget<'static> + Send {
    move || {
        OWNER.set(Some(owner.clone()));
        let (owner, start) = (owner.clone(), std::time::Instant::now());
        let budget = limit.map_or_else(Budget::unlimited, Budget::positions);
        budget.watched_every(EVERY, move |done| {
            owner.goes_on()?;
            owner.hears(&News { doing, done, known, elapsed: start.elapsed() });
            Ok(())
        })
    }
}
