//! Which part of a game is looked at: two heaps against each other, the others at a size.
//!
//! Read once from the parameters, and used by tiles, pictures and files, so that these show the same cells. A
//! heap that is not named stands at its least. Nothing is solved here. The command line has
//! `ishitori::planes`.

use ishitori::Convention;
use ishitori::games::HeapGame;
use ishitori::questions::Fact;
use ishitori::rules::MAX_HEAP;
use ishitori::shown::heap_named;

use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;

/// Two heaps against each other.
#[derive(Clone, Debug)]
pub struct PlaneView {
    /// What is shown of each position.
    pub what: Fact,
    /// The heap down the rows; a game of one heap has none.
    pub down: Option<usize>,
    /// The heap along a row.
    pub along: usize,
    /// The sizes of all heaps; those of the axes are their least.
    pub fixed: Vec<u64>,
}

impl PlaneView {
    /// The view that is asked for: `what`, `axes=a,b`, `fix=c:3,d:2`, `misere`.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it makes no sense.
    pub fn of(asked: &RequestParameters, game: &HeapGame) -> Result<PlaneView, RequestRefusal> {
        let what = match (asked.text("what").unwrap_or("grundy"), convention(asked)?) {
            ("grundy", Convention::Normal) => Fact::Grundy,
            ("grundy", Convention::Misere) => {
                return Err(RequestRefusal::bad(
                    "Grundy values are for normal play: ask for what=outcome",
                ));
            }
            ("outcome", convention) => Fact::Outcome(convention),
            ("remoteness", convention) => Fact::Remoteness(convention),
            (other, _) => {
                return Err(RequestRefusal::bad(format!(
                    "`what` is grundy, outcome or remoteness, not `{other}`"
                )));
            }
        };
        let rules = game.rules();
        let (down, along) = axes(asked.text("axes").unwrap_or_default(), game)?;
        let mut fixed = rules.lower.clone();
        for part in asked.text("fix").unwrap_or_default().split(',').filter(|part| !part.is_empty())
        {
            let wrong =
                || RequestRefusal::bad(format!("`fix` should look like c:3,d:2, not `{part}`"));
            let (name, size) = part.rsplit_once([':', '=']).ok_or_else(wrong)?;
            let heap = heap(game, name)?;
            let size: u64 = size.trim().parse().map_err(|_| wrong())?;
            if size > MAX_HEAP {
                return Err(RequestRefusal::beyond("heap", MAX_HEAP, size));
            }
            if down == Some(heap) || along == heap {
                return Err(RequestRefusal::bad(format!(
                    "heap {name} cannot be an axis and fixed"
                )));
            }
            if size < rules.lower[heap] {
                let least = rules.lower[heap];
                return Err(RequestRefusal::bad(format!(
                    "heap {name} is at least {least} in this game"
                )));
            }
            fixed[heap] = size;
        }
        Ok(PlaneView { what, down, along, fixed })
    }

    /// The heaps of the axes.
    pub fn axes(&self) -> Vec<usize> {
        self.down.into_iter().chain([self.along]).collect()
    }

    /// The corner with these sizes of the axes.
    pub fn corner(&self, down: u64, along: u64) -> Vec<u64> {
        let mut to = self.fixed.clone();
        if let Some(heap) = self.down {
            to[heap] = to[heap].max(down);
        }
        to[self.along] = to[self.along].max(along);
        to
    }

    /// Writes the heaps of a cell.
    pub fn cell(&self, heaps: &mut [u64], down: u64, along: u64) {
        heaps.copy_from_slice(&self.fixed);
        if let Some(heap) = self.down {
            heaps[heap] = down;
        }
        heaps[self.along] = along;
    }
}

/// Who wins when nobody can move.
///
/// # Errors
/// [`RequestRefusal`] if that cannot be told.
pub fn convention(asked: &RequestParameters) -> Result<Convention, RequestRefusal> {
    Ok(if asked.flag("misere")? { Convention::Misere } else { Convention::Normal })
}

fn axes(text: &str, game: &HeapGame) -> Result<(Option<usize>, usize), RequestRefusal> {
    let names: Vec<&str> = text.split(',').filter(|name| !name.is_empty()).collect();
    let count = game.rules().names.len();
    match names.as_slice() {
        [] if count == 1 => Ok((None, 0)),
        [] => Ok((Some(0), 1)),
        [one] => Ok((None, heap(game, one)?)),
        [down, along] => match (heap(game, down)?, heap(game, along)?) {
            (down, along) if down == along => {
                Err(RequestRefusal::bad("the axes must be two different heaps"))
            }
            (down, along) => Ok((Some(down), along)),
        },
        _ => Err(RequestRefusal::bad("`axes` are one or two heaps, as in axes=a,b")),
    }
}

fn heap(game: &HeapGame, name: &str) -> Result<usize, RequestRefusal> {
    heap_named(game, name).ok_or_else(|| {
        let names = game.rules().names.join(", ");
        RequestRefusal::bad(format!("there is no heap `{name}`: the heaps are {names}"))
    })
}
