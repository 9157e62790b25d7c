//! placeholder
use ishitori_rule::HeapRules;
use super::gate::Gate;
use super::print::Names;
use crate::discover::Coding;
use crate::prove::work::Work;
use crate::solve::GaveUp;
pub(super) fn values(_gate: Gate, _names: &Names, _rules: &HeapRules, _coding: Coding, _work: &mut Work) -> Result<Option<String>, GaveUp> { Ok(None) }
