//! Pixels that share a palette, and their PNG.
//!
//! Cost: a byte a pixel here, and in the file before compression 1, 2, 4 or 8 bits a pixel,
//! whatever the palette needs.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::palette::Colour;

/// An image of palette entries.
#[derive(Clone, Debug)]
pub(crate) struct Pixels {
    pub width: usize,
    pub height: usize,
    /// At most 256 colours.
    pub palette: Vec<Colour>,
    /// For each pixel, row by row, its place in the palette.
    pub entries: Vec<u8>,
}

impl Pixels {
    /// As a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let (depth, bits) = match self.palette.len() {
            0..=2 => (BitDepth::One, 1),
            3..=4 => (BitDepth::Two, 2),
            5..=16 => (BitDepth::Four, 4),
            _ => (BitDepth::Eight, 8),
        };
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(self.palette.iter().flat_map(|c| c.0).collect::<Vec<u8>>());
        // Entries are names, not brightnesses: differences between them mean nothing.
        encoder.set_filter(Filter::NoFilter);
        encoder.set_compression(Compression::Balanced);
        let mut writer = encoder.write_header().expect("a valid header, and memory takes it");
        writer.write_image_data(&self.packed(bits)).expect("as many bytes as the header says");
        writer.finish().expect("memory takes it");
        file
    }

    /// Rows of whole bytes, with `bits` a pixel.
    fn packed(&self, bits: usize) -> Vec<u8> {
        if bits == 8 {
            return self.entries.clone();
        }
        let each = 8 / bits;
        let mut packed = Vec::with_capacity(self.width.div_ceil(each) * self.height);
        for row in self.entries.chunks(self.width) {
            for part in row.chunks(each) {
                let byte = part.iter().fold(0, |byte, entry| byte << bits | entry);
                packed.push(byte << (bits * (each - part.len())));
            }
        }
        packed
    }
}
