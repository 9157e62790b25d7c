//! A picture in the formats that people open.
//! Both are made from the same items; SVG keeps text and lines sharp, PNG opens everywhere (ASCII text only).

use crate::picture::Picture;
use crate::{raster, svg};

impl Picture {
    /// As an SVG element, complete as a file and inside a page.
    pub fn svg(&self) -> String {
        svg::write(self)
    }

    /// As a PNG file.
    pub fn png(&self) -> Vec<u8> {
        raster::draw(self).png()
    }
}
