//! The check of a certificate: every member by itself, on the reference position.

use super::Certificate;
use super::encoding::{ColumnTable, Encoding};
use super::lemma::Lemma;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::{LayoutError, Position};
use crate::rules::MAX_COLUMNS;
use std::ops::Range;

/// What a certificate that holds has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// Members of the set.
    pub positions: u64,
    /// Legal moves that were followed.
    pub moves: u64,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The rules are other ones.
    #[error("the certificate is for other rules, those of {game}")]
    OtherRules {
        /// The game that the certificate names.
        game: String,
    },
    /// The deal itself is wrong.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The start is not in the set.
    #[error("the start of the deal is not in the set: the certificate is for another deal ({deal}), or incomplete")]
    Start {
        /// The deal that the certificate names.
        deal: String,
    },
    /// Positions are not in ascending order, or one occurs twice.
    #[error("position {position} is out of order")]
    Order {
        /// Which one, from 1.
        position: u64,
    },
    /// A record is not a position of the game.
    #[error("position {position} is not a position of this game")]
    NotAPosition {
        /// Which one, from 1.
        position: u64,
    },
    /// A position is won.
    #[error("position {position} is won")]
    Won {
        /// Which one, from 1.
        position: u64,
    },
    /// A position whose safe home moves lead out of the set.
    #[error("the safe home moves of position {position} lead to a position that is not in the set")]
    HomeLeavesTheSet {
        /// Which one, from 1.
        position: u64,
        /// The position.
        from: Box<Layout>,
    },
    /// A move that leads out of the set.
    #[error("move {mv} from position {position} leads to a position that is not in the set")]
    LeavesTheSet {
        /// Which one, from 1.
        position: u64,
        /// The position.
        from: Box<Layout>,
        /// The move.
        mv: Move,
    },
}

impl Certificate {
    /// Checks that the certificate proves that this deal cannot be won. `progress` hears how many positions are done.
    pub fn check(&self, rules: &Game, start: &Layout, progress: &mut dyn FnMut(u64)) -> Result<Checked, CheckError> {
        let mut checker = Checker::new(self, rules, start)?;
        checker.check_start(start)?;
        checker.check_members(0..self.positions(), progress)
    }
}

/// Memory of a check, beside the certificate itself: an index of its first bytes.
struct Checker<'a> {
    certificate: &'a Certificate,
    encoding: Encoding,
    lemma: Lemma,
    width: usize,
    /// Where the records with each value of their first bits begin.
    index: Vec<u32>,
    index_bits: u32,
    /// Reused from position to position.
    position: Position,
    next: Position,
    record: Vec<u8>,
}

/// The first bits of a record.
fn first_bits(record: &[u8], bits: u32) -> usize {
    let word = record.iter().chain([&0; 4]).take(4).fold(0u32, |word, &byte| word << 8 | u32::from(byte));
    (word >> (32 - bits)) as usize
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate, rules: &Game, start: &Layout) -> Result<Checker<'a>, CheckError> {
        if certificate.rules.digest() != rules.digest() {
            return Err(CheckError::OtherRules { game: certificate.rules.name.clone() });
        }
        let position = Position::new(rules.clone(), start.clone())?;
        let encoding = Encoding::new(rules, certificate.columns.len());
        let width = encoding.width();
        let positions = certificate.records.len() / width;
        let index_bits = (usize::BITS - positions.leading_zeros()).clamp(1, 24);
        let mut index = vec![0u32; (1 << index_bits) + 1];
        let mut last: &[u8] = &[];
        for (i, record) in certificate.records.chunks_exact(width).enumerate() {
            if record <= last {
                return Err(CheckError::Order { position: i as u64 + 1 });
            }
            last = record;
            index[first_bits(record, index_bits) + 1] = i as u32 + 1;
        }
        for i in 1..index.len() {
            index[i] = index[i].max(index[i - 1]);
        }
        let lemma = Lemma::new(&position);
        let next = position.clone();
        Ok(Checker { certificate, encoding, lemma, width, index, index_bits, position, next, record: Vec::new() })
    }

    /// Whether the record at hand is in the set.
    fn is_member(&self) -> bool {
        let bits = first_bits(&self.record, self.index_bits);
        let (mut low, mut high) = (self.index[bits] as usize, self.index[bits + 1] as usize);
        while low < high {
            let middle = (low + high) / 2;
            let at = middle * self.width;
            match self.certificate.records[at..at + self.width].cmp(&self.record) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }

    fn check_start(&mut self, start: &Layout) -> Result<(), CheckError> {
        self.lemma.settle(&mut self.next);
        self.record.clear();
        let encoded = self.encoding.encode(self.next.layout(), &self.certificate.columns, &mut self.record);
        debug_assert_eq!(self.position.layout(), start);
        match encoded.is_some() && self.is_member() {
            true => Ok(()),
            false => Err(CheckError::Start { deal: self.certificate.deal.clone() }),
        }
    }

    fn check_members(&mut self, members: Range<usize>, progress: &mut dyn FnMut(u64)) -> Result<Checked, CheckError> {
        let mut checked = Checked { positions: 0, moves: 0 };
        for member in members {
            checked.moves += self.check_member(member)?;
            checked.positions += 1;
            if checked.positions.is_multiple_of(65_536) {
                progress(checked.positions);
            }
        }
        Ok(checked)
    }

    /// Checks one member; how many moves that took.
    fn check_member(&mut self, member: usize) -> Result<u64, CheckError> {
        let number = member as u64 + 1;
        let record = &self.certificate.records[member * self.width..(member + 1) * self.width];
        let table = &self.certificate.columns;
        let decoded = self.encoding.decode(record, table, self.position.layout());
        let not_a_position = CheckError::NotAPosition { position: number };
        let layout = decoded.ok_or(not_a_position.clone())?;
        self.position = Position::new(self.position.rules().clone(), layout).map_err(|_| not_a_position.clone())?;
        let mut numbers = [0; MAX_COLUMNS];
        for (number, column) in numbers.iter_mut().zip(&self.position.layout().columns) {
            *number = table.number(column).ok_or(not_a_position.clone())?;
        }
        self.record.clear();
        let encoded = self.encoding.encode_numbered(self.position.layout(), numbers, table, &mut self.record);
        if encoded.is_none() || self.record != record {
            return Err(not_a_position);
        }
        if self.position.is_won() {
            return Err(CheckError::Won { position: number });
        }
        self.next.clone_from(&self.position);
        if self.lemma.settle(&mut self.next) {
            return match self.next_is_member(&numbers) {
                true => Ok(1),
                false => Err(CheckError::HomeLeavesTheSet { position: number, from: self.here() }),
            };
        }
        let moves = self.position.legal_moves();
        for mv in &moves {
            self.next.clone_from(&self.position);
            self.next.play(mv).expect("listed moves are legal");
            self.lemma.settle(&mut self.next);
            if !self.next_is_member(&numbers) {
                return Err(CheckError::LeavesTheSet { position: number, from: self.here(), mv: *mv });
            }
        }
        Ok(moves.len() as u64)
    }

    fn here(&self) -> Box<Layout> {
        Box::new(self.position.layout().clone())
    }

    /// Whether the position after a move is in the set. Columns that have not changed keep their `numbers`.
    fn next_is_member(&mut self, numbers: &[u32; MAX_COLUMNS]) -> bool {
        let table: &ColumnTable = &self.certificate.columns;
        let mut numbers = *numbers;
        let (before, after) = (&self.position.layout().columns, &self.next.layout().columns);
        for (number, (before, after)) in numbers.iter_mut().zip(before.iter().zip(after)) {
            if before != after {
                let Some(changed) = table.number(after) else { return false };
                *number = changed;
            }
        }
        self.record.clear();
        let encoded = self.encoding.encode_numbered(self.next.layout(), numbers, table, &mut self.record);
        encoded.is_some() && self.is_member()
    }
}
