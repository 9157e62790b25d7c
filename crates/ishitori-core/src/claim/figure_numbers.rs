//! What claims call the numbers of a position that is no heaps.

use ishitori_rule::Ruleset;

use crate::game::AnyGame;

/// What the numbers in the name of a position are called.
pub(super) const NAME_NUMBERS: [&str; 3] = ["n", "m", "k"];

/// What the numbers of a figure are called: first its own, then those of its name that are no parameters.
pub(super) fn number_names(ruleset: &Ruleset, game: &AnyGame) -> Vec<String> {
    let AnyGame::Figures(game) = game else { return Vec::new() };
    let names = game.number_names().iter().chain(&NAME_NUMBERS);
    let own = game.number_names().len();
    let is_parameter = |name: &str| ruleset.about.arguments.iter().any(|(known, _)| known == name);
    // A parameter of this name is meant, so the number keeps its place under a name that nobody writes.
    let name = |(at, name): (usize, &&str)| match at >= own && is_parameter(name) {
        true => format!("{name} of the list"),
        false => name.to_string(),
    };
    names.enumerate().map(name).collect()
}
