//! `discover --bands`: two heaps free and the others bounded, or one with its Grundy values.

use clap::Args;

/// Which heaps are free, and how large the others may be.
#[derive(Clone, Debug, Args)]
pub struct BandArgs {
    /// Two heaps free that no move lowers together, the others bounded: the P-positions come again for ever, with
    /// their period proved (docs/bands.md)
    #[arg(long, conflicts_with_all = ["complexes", "sweep", "data"])]
    pub bands: bool,
    /// With --bands: the two free heaps, as h[1],h[4]; or one, whose Grundy values come again [default: every pair
    /// that fits]
    #[arg(long, value_name = "HEAPS", value_delimiter = ',', requires = "bands")]
    pub free: Vec<String>,
    /// With --bands: the largest size of the other heaps; one bound for all, or one for each
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2", requires = "bands")]
    pub to: Vec<u64>,
    /// With --bands: so many rows are shown
    #[arg(long, value_name = "N", default_value_t = 8, requires = "bands")]
    pub rows: usize,
}
