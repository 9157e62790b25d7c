//! Bytes as choices: a structured case from any bytes, close ones from close bytes.

/// Bytes that are taken one after the other; zeros when they end, so every case is finite.
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes: bytes.iter() }
    }

    /// A number below a bound, which is at most 256.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % bound.max(1)
    }

    pub fn pick<'t, T: ?Sized>(&mut self, from: &[&'t T]) -> &'t T {
        from[self.below(from.len())]
    }

    pub fn bool(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Whether there are bytes left.
    pub fn more(&self) -> bool {
        self.bytes.len() > 0
    }
}
