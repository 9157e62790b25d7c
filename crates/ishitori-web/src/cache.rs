//! The last few things used, by name. The one not used for longest goes first.
//!
//! A list is searched from its end: a few hundred entries at most, and the wanted one is mostly among the last.

use std::borrow::Borrow;

/// At most so many things.
pub struct RecentCache<K, V> {
    most: usize,
    /// The last one used is last.
    entries: Vec<(K, V)>,
}

impl<K: Eq, V: Clone> RecentCache<K, V> {
    /// Nothing yet.
    pub fn new(most: usize) -> RecentCache<K, V> {
        RecentCache { most, entries: Vec::new() }
    }

    /// The thing with this name, which is used by that.
    pub fn get<Q: Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.entries.iter().rposition(|(known, _)| known.borrow() == key)?;
        let entry = self.entries.remove(at);
        let value = entry.1.clone();
        self.entries.push(entry);
        Some(value)
    }

    /// Keeps a thing.
    pub fn put(&mut self, key: K, value: V) {
        self.entries.retain(|(known, _)| *known != key);
        self.entries.push((key, value));
        if self.entries.len() > self.most {
            self.entries.remove(0);
        }
    }

    /// The first that is wanted, from the last one used; it is used by that.
    pub fn find(&mut self, wanted: impl Fn(&K, &V) -> bool) -> Option<V> {
        let at = self.entries.iter().rposition(|(key, value)| wanted(key, value))?;
        let entry = self.entries.remove(at);
        let value = entry.1.clone();
        self.entries.push(entry);
        Some(value)
    }

    /// Forgets the one not used for longest; says whether there was one.
    pub fn forget(&mut self) -> bool {
        let some = !self.entries.is_empty();
        if some {
            self.entries.remove(0);
        }
        some
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_used_goes_first() {
        let mut kept = RecentCache::new(2);
        kept.put("a", 1);
        kept.put("b", 2);
        assert_eq!(kept.get("a"), Some(1));
        kept.put("c", 3);
        assert_eq!((kept.get("b"), kept.get("a"), kept.get("c")), (None, Some(1), Some(3)));
        kept.put("c", 4);
        assert_eq!(kept.entries.len(), 2);
        assert_eq!(kept.find(|_, value| *value == 4), Some(4));
        assert!(kept.forget() && kept.forget() && !kept.forget());
    }
}
