//! Certificates: a proof that a deal cannot be won, in a form that anyone can check.
//!
//! A certificate is a set of positions with three properties: the start is in it; every legal move from a member leads
//! to a member again; no member is won. Then no sequence of moves wins. To keep sets small, positions are taken after
//! all *safe* home moves ([`lemma`]). The argument in full:
//!
//! 1. Let settle(p) be p after safe home moves, one after the other, until none is left. (The order does not matter: a safe
//!    move stays safe when another one has been made.)
//! 2. Lemma (argued in [`lemma`]): if p can be won in d moves and has a safe home move, then settle(p) can be won in fewer.
//! 3. [`check`] has made sure that settle(start) is a member; that no member is won; and for every member p, that settle(p) is
//!    a member if p has a safe home move, or else that settle(q) is one for every q that a legal move leads to.
//! 4. Suppose that some member can be won, and let p be one that takes the fewest moves d, which is not 0. If p has a safe
//!    home move, settle(p) is a member that takes fewer: a contradiction. Otherwise the first of the d moves leads to a q
//!    that takes d − 1, so settle(q) takes at most d − 1 and is a member: a contradiction.
//! 5. So no member can be won, settle(start) cannot, and by the lemma the start cannot.
//!
//! Each member is checked by itself, so a check can be spread over machines, or be made on a sample. [`encoding`] turns positions
//! into records and back. The file format is described in `docs/certificates.md`; `format::certificate_file` reads and writes it.

mod check;
mod encoding;
#[doc(hidden)]
pub mod lemma;

pub use check::{CheckError, Checked};
pub use encoding::{ColumnTable, Encoding};

use crate::game::Game;
use crate::layout::Layout;

/// A claim that no position of a set can be won.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The rules that it is for.
    pub rules: Game,
    /// The deal's name, for people.
    pub deal: String,
    /// The start.
    pub start: Layout,
    /// The columns that occur in positions.
    pub columns: ColumnTable,
    /// The positions, in ascending order, each as long as [`Encoding::width`] says.
    pub records: Vec<u8>,
}

impl Certificate {
    /// How positions are written.
    pub fn encoding(&self) -> Encoding {
        Encoding::new(&self.rules, self.columns.len())
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.records.len() / self.encoding().width()
    }
}
