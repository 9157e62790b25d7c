//! Where the claims of a game are checked: parameters and windows.
//!
//! A claim names cases, each a choice of values for the parameters and perhaps a window; a case with several
//! values for a parameter means all combinations. Parameters that a case leaves out have their defaults, so
//! asked and named arguments are compared in full. A claim that is `only` about its cases is never checked
//! elsewhere. Nothing is solved here, and whether the rule allows the numbers is for lowering to say.

use ishitori_rule::syntax::{CaseText, ClaimText};
use ishitori_rule::{Argument, GivenArgument};

use crate::game::Bounds;

/// A claim with parameters and a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimInstance {
    /// Which of the game's claims.
    pub claim: usize,
    /// The parameters, for those that are not the defaults.
    pub arguments: Vec<GivenArgument>,
    /// The window that the claim names; neither bound: none.
    pub bounds: Bounds,
    /// The list of positions that the claim names.
    pub among: Option<String>,
}

/// Where to check the claims of a game.
///
/// Without `asked`, every claim on each of its own cases. With the arguments that somebody asked
/// for, the claims that are about them: on their own window if they name these arguments, on none
/// otherwise (the caller chooses one), and not at all if they are about other arguments only.
pub fn instances(
    claims: &[ClaimText],
    defaults: &[(String, Argument)],
    asked: Option<&[(String, Argument)]>,
) -> Vec<ClaimInstance> {
    let mut instances = Vec::new();
    for (claim, text) in claims.iter().enumerate() {
        let before = instances.len();
        for case in &text.about.cases {
            let bounds = Bounds { to: case.to.clone(), total: case.total };
            for values in choices(case) {
                let full = defaults.iter().enumerate();
                let full = full.map(|(i, (_, default))| values.get(i).unwrap_or(default));
                let wanted = asked.is_none_or(|asked| full.eq(asked.iter().map(|(_, v)| v)));
                if wanted {
                    let arguments = values
                        .into_iter()
                        .map(|value| GivenArgument { name: None, value })
                        .collect();
                    let (bounds, among) = (bounds.clone(), case.among.clone());
                    instances.push(ClaimInstance { claim, arguments, bounds, among });
                }
            }
        }
        if let Some(asked) = asked
            && instances.len() == before
            && !text.about.only
        {
            let arguments = asked.iter().map(|(name, value)| GivenArgument {
                name: Some(name.clone()),
                value: value.clone(),
            });
            let arguments = arguments.collect();
            let bounds = Bounds::default();
            instances.push(ClaimInstance { claim, arguments, bounds, among: None });
        }
    }
    instances
}

/// All choices of parameters of a case.
fn choices(case: &CaseText) -> Vec<Vec<Argument>> {
    case.arguments.iter().fold(vec![Vec::new()], |all, choices| {
        let extended = |chosen: Vec<Argument>| {
            let more =
                |choice: &Argument| [chosen.as_slice(), std::slice::from_ref(choice)].concat();
            choices.iter().map(more).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(extended).collect()
    })
}
