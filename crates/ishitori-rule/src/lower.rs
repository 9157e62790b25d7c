//! Syntax and parameters to a validated [`Ruleset`].
//!
//! Steps, each a file of its own below: fill in the parameters, read the position statement, turn
//! every option line into families (`option`, `pipeline`, with `scope` for names and
//! `formula` for conditions), check that they can be played, are finite and come to an end
//! (`check`), and close them under the declared symmetry (`closure`).
//!
//! An option is legal only if it leads to a position: that the new heaps are large enough and
//! satisfy the position's conditions is added to every family. A rule need not repeat it, just as
//! a paper writes `(a - t, b - t)` and means the cases in which these are heaps.

mod arranged;
mod blocking;
mod board;
mod cells;
mod check;
mod closure;
mod coins;
mod compound;
mod definition;
mod draft;
mod ended;
mod figure;
mod formula;
mod function;
mod graph;
mod limits;
mod measure;
mod nested;
mod number_set;
mod option;
mod parameters;
mod pieces;
mod pipeline;
mod play;
mod quadratic;
mod restrict;
mod scope;
mod single;
mod state;
mod sum_parts;
mod value_bounds;
mod watch;

pub(crate) use self::arranged::{MAX_ARRANGED, arranged, within};
use self::check::PositionSpace;
use self::closure::Orbit;
use self::draft::FamilyDraft;
use self::formula::Cases;
pub(crate) use self::limits::MAX_HEAPS;
use self::limits::{MAX_INSTANCES, MAX_PROBLEMS, too_many};
use self::play::{OtherGames, PlayContext};
use self::restrict::restricted;
use self::scope::{LoweredValue, NameScope};
pub(crate) use self::watch::LoweringWatch;
use crate::family::{Affine, AffineCondition as Atom, MAX_HEAP, Symbol};
use crate::figure_rules::FigureRules;
use crate::problem::{Problem, Span};
use crate::ruleset::GivenArgument;
use crate::ruleset::{GameDescription, HeapRules, Rules, Ruleset};
use crate::slice::HeapSlice;
use crate::symmetry::Symmetry;
use crate::syntax::{
    Action, Argument, Attribute, Condition, GameText, HeapShape, OptionLine, PlayText,
    PositionText, StateText,
};

/// The value of each parameter: what is given, and defaults for the rest.
pub(crate) fn arguments(
    game: &GameText,
    given: &[GivenArgument],
) -> Result<Vec<(String, Argument)>, Vec<Problem>> {
    let header = game.header.as_ref().ok_or_else(Vec::new)?;
    parameters::arguments(header, given)
}

/// Lowers a parsed rule with the given arguments. `text` is kept for display; `games` are those that it is made of.
///
/// # Errors
/// Every problem found; any, if `watch` was told to stop. Statements missing from `game` are not reported here:
/// parsing did.
pub(crate) fn lower(
    game: &GameText,
    text: &str,
    games: &OtherGames,
    given: &[GivenArgument],
    watch: &LoweringWatch,
) -> Result<Ruleset, Vec<Problem>> {
    let Some(header) = &game.header else { return Err(Vec::new()) };
    let arguments = parameters::arguments(header, given)?;
    let Some(place) = &game.place else { return Err(Vec::new()) };
    let (mut scope, mut problems) = parameters::parameters(header, &arguments);
    scope.definitions = game.definitions.clone().into();
    let rules = match place {
        PositionText::Heaps { shape, attributes, span } => {
            let position = PositionParts { shape, attributes, states: &game.states, span };
            heaps(scope, &position, &game.options, watch).map(Rules::Heaps)
        }
        PositionText::Play { play, span } => {
            let context =
                PlayContext { games, arguments: &arguments, scope: &scope, watch, at: span };
            if let Some(state) = game.states.first() {
                let at = state.name.span.clone();
                problems.push(
                    Problem::new(at, "no state beside games that are played", "a state here")
                        .hint("`with a pass`, `button` and `enforce` bring their own"),
                );
            }
            played(&context, play, &game.options).map(Rules::Heaps)
        }
        PositionText::Single { name, span } => {
            single::single(scope, name, span, &arguments, &game.options, watch).map(Rules::Single)
        }
        PositionText::Pieces { names, span } => {
            pieces::pieces(scope, names, span, &game.options, watch).map(Rules::Pieces)
        }
        PositionText::Board { rows, columns, of, endings, span } if of.value == "cells" => {
            let size = board::BoardSize { rows, columns, span };
            cells::cells(scope, &size, endings, &game.options)
                .map(|rules| Rules::Figures(FigureRules::Cells(rules)))
        }
        PositionText::Board { rows, columns, of, span, endings }
            if of.value == "coins"
                && endings.is_empty()
                && game.options.iter().any(|line| matches!(line.action, Action::Turn(_))) =>
        {
            let size = board::BoardSize { rows, columns, span };
            coins::coins(scope, &size, &game.options)
                .map(|rules| Rules::Figures(FigureRules::Coins(rules)))
        }
        PositionText::Board { endings, .. } if !endings.is_empty() => {
            let at = endings[0].before.span.clone();
            Err(vec![
                Problem::new(at, "only a board of cells ends with a pattern", "here")
                    .hint("write `board r by c of cells ending with \"###\"`"),
            ])
        }
        PositionText::Board { rows, columns, of, span, .. } => {
            let size = board::BoardSize { rows, columns, span };
            board::board(scope, &size, of, &game.options).map(Rules::Board)
        }
        PositionText::Figure { kind, within, span } => {
            let figure = figure::FigureText { kind, within: within.as_ref(), span };
            figure::figure(scope, &figure, &game.options).map(Rules::Figures)
        }
    };
    let rules = match rules {
        Ok(rules) if problems.is_empty() => rules,
        // Parameters that the rule does not allow make nonsense of the rest.
        Err(more) if problems.iter().all(|p| p.label() != parameters::NOT_ALLOWED) => {
            problems.extend(more);
            return Err(problems);
        }
        _ => return Err(problems),
    };
    let about = GameDescription {
        name: header.name.value.clone(),
        arguments,
        titles: game.titles.iter().map(|(l, t)| (l.value.clone(), t.clone())).collect(),
        source: game.source.clone(),
        notes: game.notes.clone(),
        text: text.to_string(),
    };
    let (definitions, claims) = (game.definitions.clone(), game.claims.clone());
    Ok(Ruleset { about, rules, definitions, claims })
}

/// What is said about the positions of a game on heaps.
struct PositionParts<'a> {
    shape: &'a HeapShape,
    attributes: &'a [Attribute],
    states: &'a [StateText],
    span: &'a Span,
}

fn heaps(
    mut scope: NameScope,
    position: &PositionParts,
    options: &[OptionLine],
    watch: &LoweringWatch,
) -> Result<HeapRules, Vec<Problem>> {
    let PositionParts { shape, attributes, span, .. } = *position;
    // 1. The heaps, the states and what is said about them.
    let mut names = name_heaps(&mut scope, shape).map_err(|p| vec![p])?;
    let symmetry = symmetry(&mut scope, shape, attributes)?;
    let states = state::states(&mut scope, position.states)?;
    let places = (scope.heaps, scope.places());
    let (lower, validity, mut problems) = validity(&mut scope, attributes, &states);
    let floor = PositionSpace { lower: &lower, validity: &validity, watch };
    if !check::is_inhabited(&floor) {
        return Err(vec![
            Problem::new(span.clone(), "no position satisfies these conditions together", "here")
                .hint("compare the bounds on the heaps"),
        ]);
    }
    if !closure::is_symmetric(&validity, &symmetry, places)
        || lower_differs(&lower[..scope.heaps], &symmetry)
    {
        return Err(vec![
            Problem::new(
                span.clone(),
                "the conditions on positions are not the same for all heaps",
                format!("but the heaps are {}", symmetry.words()),
            )
            .hint("say the same for every heap (also the mirrored condition), or leave the symmetry out"),
        ]);
    }
    if names.is_empty() {
        names = (1..=scope.heaps)
            .map(|i| format!("{}[{i}]", scope.row.as_deref().unwrap_or("h")))
            .collect();
    }
    names.extend(scope.states.iter().cloned());

    // 2. The families of every option line, with their images under the symmetry.
    let mut found: Vec<Orbit> = Vec::new();
    for line in options {
        watch.look().map_err(|p| vec![p])?;
        match families(&scope, line, &floor, &symmetry) {
            Ok(more) => found.extend(more),
            Err(more) => problems.extend(more),
        }
    }

    let states = states.iter().map(|state| state.most).collect();
    let rules = HeapRules { states, lower, validity, symmetry, ..HeapRules::without_moves(names) };
    complete(rules, found, problems, options.first().map(|line| &line.span), watch)
}

/// A game made of others, and its own option lines beside their moves.
fn played(
    context: &PlayContext,
    play: &PlayText,
    options: &[OptionLine],
) -> Result<HeapRules, Vec<Problem>> {
    let (watch, span) = (context.watch, context.at);
    let base = context.rules(play).map_err(|p| vec![p])?;
    let scope = play::scope_of(context.scope, &base);
    let floor = PositionSpace { lower: &base.lower, validity: &base.validity, watch };
    let mut problems = Vec::new();
    let mut found: Vec<Orbit> = Vec::new();
    for family in &base.families {
        let draft = restricted(ended::draft_of(family, span), &floor).map_err(|p| vec![p])?;
        let Some(draft) = draft else { continue };
        let Some(draft) = check::with_possible_choices(&floor, draft).map_err(|p| vec![p])? else {
            continue;
        };
        if check::is_playable(&floor, &draft).map_err(|p| vec![p])? {
            found.push(Orbit { members: vec![draft] });
        }
    }
    for line in options {
        watch.look().map_err(|p| vec![p])?;
        match families(&scope, line, &floor, &base.symmetry) {
            Ok(more) => found.extend(more),
            Err(more) => problems.extend(more),
        }
    }
    complete(HeapRules { families: Vec::new(), ..base }, found, problems, Some(span), watch)
}

/// The rules with the families that were found: play ends, and each family stands there once.
fn complete(
    rules: HeapRules,
    found: Vec<Orbit>,
    mut problems: Vec<Problem>,
    moves: Option<&Span>,
    watch: &LoweringWatch,
) -> Result<HeapRules, Vec<Problem>> {
    let HeapRules { names, states, lower, validity, symmetry, measure: known, .. } = rules;
    let floor = PositionSpace { lower: &lower, validity: &validity, watch };
    let places = (names.len() - states.len(), names.len());
    if let Some(at) = moves
        && found.is_empty()
        && problems.is_empty()
    {
        problems.push(
            Problem::new(at.clone(), "no option of this game can ever be played", "never")
                .hint("look at the `for` clauses and at conditions that are always false"),
        );
    }

    // 3. Play ends.
    let leaders: Vec<&FamilyDraft> = found.iter().map(|orbit| &orbit.members[0]).collect();
    let orbits = symmetry.orbits(places.0).into_iter().chain(places.0..places.1).collect();
    let found_measure = match known.blocks.is_empty() {
        true => measure::measure(&floor, &leaders, orbits, &names),
        false => measure::of_blocks(&floor, &leaders, &known.blocks, &names),
    };
    let measure = match found_measure {
        Ok(found) if problems.is_empty() => found,
        Ok(_) => return Err(problems),
        Err(more) => {
            problems.extend(more);
            return Err(problems);
        }
    };

    // 4. Each family once, without what only repeats options.
    let members = found.into_iter().flat_map(|orbit| orbit.members);
    let drafts = members.map(|draft| {
        watch.look()?;
        Ok(check::without_idle_variables(draft))
    });
    let drafts = drafts.collect::<Result<_, _>>().map_err(|p| vec![p])?;
    let drafts = closure::distinct(drafts, &symmetry, watch).map_err(|p| vec![p])?;
    if drafts.len() > MAX_INSTANCES {
        return Err(vec![too_many(moves.cloned().unwrap_or_default())]);
    }
    let closed_in_place = closure::is_closed_in_place(&drafts, &symmetry, places, watch);
    watch.look().map_err(|p| vec![p])?;
    let families = drafts.iter().map(FamilyDraft::family).collect();
    let symmetry = if states.is_empty() { symmetry } else { symmetry.beside_states(places.0) };
    let slice = HeapSlice::default();
    Ok(HeapRules {
        names,
        states,
        lower,
        validity,
        slice,
        symmetry,
        families,
        closed_in_place,
        measure,
    })
}

/// Enters the heaps into the scope. Returns the names of a tuple, none for a row.
fn name_heaps(scope: &mut NameScope, shape: &HeapShape) -> Result<Vec<String>, Problem> {
    match shape {
        HeapShape::Tuple(heaps) => {
            if heaps.len() > MAX_HEAPS {
                return Err(Problem::new(
                    heaps[0].span.clone(),
                    "too many heaps",
                    format!("{}", heaps.len()),
                )
                .hint(format!("a position has at most {MAX_HEAPS} heaps")));
            }
            for heap in heaps {
                if scope.names().any(|n| n == heap.value) {
                    let message = format!("`{}` has a meaning already", heap.value);
                    return Err(Problem::new(heap.span.clone(), message, "used twice")
                        .hint("heaps and parameters need different names"));
                }
                scope.tuple.push(heap.value.clone());
            }
            scope.heaps = heaps.len();
            Ok(scope.tuple.clone())
        }
        HeapShape::Row(name, size) => {
            if scope.known.contains_key(&name.value) {
                let message = format!("`{}` is a parameter", name.value);
                return Err(Problem::new(name.span.clone(), message, "used twice"));
            }
            let wanted: i64 = match scope.value(size)? {
                // A range that is no number of heaps makes the whole none.
                LoweredValue::List(sizes) => sizes.iter().fold(0, |sum, size| match size {
                    1..=32 => sum + size,
                    _ => i64::MIN / 2,
                }),
                _ => scope.number(size)?,
            };
            let count = usize::try_from(wanted).ok().filter(|n| (1..=MAX_HEAPS).contains(n));
            scope.heaps = count.ok_or_else(|| {
                Problem::new(size.span.clone(), format!("{wanted} is no number of heaps"), "here")
                    .hint(format!("a position has 1 to {MAX_HEAPS} heaps"))
            })?;
            scope.row = Some(name.value.clone());
            Ok(Vec::new())
        }
    }
}

fn symmetry(
    scope: &mut NameScope,
    shape: &HeapShape,
    attributes: &[Attribute],
) -> Result<Symmetry, Vec<Problem>> {
    let mut found: Option<Symmetry> = None;
    for attribute in attributes {
        let (symmetry, span) = match attribute {
            Attribute::Unordered(span) => (Symmetry::Unordered, span),
            Attribute::Circle { directed, span } => {
                scope.circle = true;
                (if *directed { Symmetry::DirectedCircle } else { Symmetry::Circle }, span)
            }
            Attribute::Line(span) => (Symmetry::Line, span),
            Attribute::Ranges(span) => (ranges(scope, shape, span).map_err(|p| vec![p])?, span),
            Attribute::Condition(_) => continue,
        };
        if let Some(first) = &found {
            return Err(vec![
                Problem::new(
                    span.clone(),
                    format!("the heaps are `{}` already", first.words()),
                    "a second symmetry",
                )
                .hint("keep one of them"),
            ]);
        }
        found = Some(symmetry);
    }
    Ok(found.unwrap_or(Symmetry::None))
}

fn ranges(scope: &mut NameScope, shape: &HeapShape, span: &Span) -> Result<Symmetry, Problem> {
    let list = match shape {
        HeapShape::Row(_, size) => scope.value(size)?,
        HeapShape::Tuple(_) => LoweredValue::Set(Vec::new()),
    };
    let LoweredValue::List(sizes) = list else {
        return Err(Problem::new(span.clone(), "no ranges here", "needs a list of sizes")
            .hint("write `position h[shape] in ranges` with a list parameter `shape`"));
    };
    let mut sets = Vec::new();
    let mut next = 1;
    for size in &sizes {
        if *size < 1 {
            return Err(Problem::new(
                span.clone(),
                format!("a range of {size} heaps"),
                "must be 1 or more",
            ));
        }
        sets.push((next..next + size).collect());
        next += size;
    }
    scope.known.insert("ranges".to_string(), LoweredValue::Sets(sets));
    let sizes = sizes.iter().map(|s| usize::try_from(*s).expect("positive")).collect();
    Ok(Symmetry::Ranges(sizes))
}

/// Lower bounds of the heaps, and what else positions must satisfy.
fn validity(
    scope: &mut NameScope,
    attributes: &[Attribute],
    states: &[state::StateRange],
) -> (Vec<u64>, Vec<Atom>, Vec<Problem>) {
    let mut lower = vec![0; scope.heaps];
    lower.extend(states.iter().map(|state| state.least));
    let mut validity: Vec<Atom> = state::bounds(states, scope.heaps);
    let mut problems = Vec::new();
    for attribute in attributes {
        let Attribute::Condition(condition) = attribute else { continue };
        let cases = match position_cases(scope, condition) {
            Ok(cases) => cases.0,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        if cases.is_empty() {
            let span = condition.span.clone();
            let problem = Problem::new(span, "no position satisfies this", "always false");
            problems.push(problem.hint("check the numbers"));
            continue;
        }
        for atom in &formula::Cases(cases).conditions() {
            match lower_bound(atom) {
                Some((_, bound)) if bound > MAX_HEAP => {
                    problems.push(Problem::new(
                        condition.span.clone(),
                        "heap too large",
                        "beyond 2^32",
                    ));
                }
                Some((heap, bound)) => lower[heap] = lower[heap].max(bound),
                None => validity.push(atom.clone()),
            }
        }
    }
    // Bounds that do not fit are no loss: what they say is said by the functions.
    let validity = function::with_bounds(validity.clone(), &lower).unwrap_or(validity);
    (lower, validity, problems)
}

/// The cases of a condition on positions. It has no variables: values of functions are compared without them.
fn position_cases(scope: &mut NameScope, condition: &Condition) -> Result<Cases, Problem> {
    let problem = match formula::cases(scope, condition) {
        Ok(cases) => return Ok(cases),
        Err(problem) => problem,
    };
    let mut inner = scope.clone();
    inner.fresh = Some(Vec::new());
    let Ok(mut cases) = formula::cases(&mut inner, condition) else { return Err(problem) };
    for definition in function::definitions(&inner) {
        if cases.0.len() * definition.0.len() > formula::MAX_CASES {
            return Err(problem);
        }
        cases = cases.both(definition);
    }
    let variables = inner.fresh.as_ref().map_or(0, Vec::len);
    let without_variables = |case| {
        let (case, _) = function::settled(&inner, case, Vec::new()).ok()?;
        let case = nested::without_values(case, variables)?;
        let mut terms = case.iter().flat_map(Atom::expressions).flat_map(Affine::terms);
        let is_told = terms.all(|(symbol, _)| matches!(symbol, Symbol::Heap(_)));
        drop(terms);
        is_told.then_some(case)
    };
    let told: Option<Vec<Vec<Atom>>> = cases.0.into_iter().map(without_variables).collect();
    told.map(Cases::of).ok_or(problem)
}

/// `(i, c)` if the condition says `heap i >= c`.
fn lower_bound(atom: &Atom) -> Option<(usize, u64)> {
    let Atom::AtLeastZero(e) = atom else { return None };
    let mut terms = e.terms();
    match (terms.next(), terms.next()) {
        (Some((Symbol::Heap(i), 1)), None) => Some((i, u64::try_from((-e.offset()).max(0)).ok()?)),
        _ => None,
    }
}

fn lower_differs(lower: &[u64], symmetry: &Symmetry) -> bool {
    let orbits = symmetry.orbits(lower.len());
    (0..lower.len()).any(|i| lower[i] != lower[orbits[i]])
}

/// The families of one option line, checked but for termination.
fn families(
    scope: &NameScope,
    line: &OptionLine,
    floor: &PositionSpace,
    symmetry: &Symmetry,
) -> Result<Vec<Orbit>, Vec<Problem>> {
    let mut scope = scope.clone();
    if let Action::Pipeline(_) = line.action {
        if !scope.states.is_empty() {
            return Err(vec![
                Problem::new(line.span.clone(), "`move` does not know states", "beside a `state`")
                    .hint("write `option` lines"),
            ]);
        }
        if !symmetry.identifies() {
            return Err(vec![
                Problem::new(
                    line.span.clone(),
                    "`move` needs unordered heaps",
                    "the heaps have an order here",
                )
                .hint("say `unordered` in the position, or write `option` lines"),
            ]);
        }
        scope.floor =
            i64::try_from(floor.lower.iter().copied().max().unwrap_or(0)).expect("checked");
    }
    let mut problems = Vec::new();
    let mut drafts = Vec::new();
    let mut unplayable = false;
    for draft in option::drafts(&scope, line, floor.watch)? {
        floor.watch.look().map_err(|p| vec![p])?;
        match restricted(draft, floor) {
            Ok(Some(draft)) => drafts.push(draft),
            Ok(None) => unplayable = true,
            Err(problem) => problems.push(problem),
        }
    }
    let orbits = closure::orbits(drafts, symmetry, (scope.heaps, scope.places()), floor.watch)
        .map_err(|p| vec![p])?;
    let mut playable = Vec::new();
    for orbit in orbits {
        floor.watch.look().map_err(|p| vec![p])?;
        let leader = &orbit.members[0];
        let checked = check::is_playable(floor, leader).and_then(|can_be_played| {
            if can_be_played {
                check::bounded(floor, leader, &scope)?;
            }
            Ok(can_be_played)
        });
        match checked {
            Ok(true) => playable.push(orbit),
            Ok(false) => unplayable = true,
            Err(problem) => problems.push(problem),
        }
        if problems.len() > MAX_PROBLEMS {
            break;
        }
    }
    if playable.is_empty() && problems.is_empty() && unplayable {
        problems.push(
            Problem::new(
                line.span.clone(),
                "this option can never be played",
                "it contradicts itself or always leaves the position space",
            )
            .hint("compare its conditions with the bounds on heaps in `position`"),
        );
    }
    if problems.is_empty() { Ok(playable) } else { Err(problems) }
}
