//! Verdicts of positions and moves against brute force, on small decks of every preset; reviews of played games.

use crate::support::brute_force::shortest;
use crate::support::small::shrunk;
use crate::support::{Dice, game, start};
use winnable::moves::Move;
use winnable::position::Position;
use winnable::rules::PRESETS;
use winnable::{Game, JudgedMove, Limits, Metric, Oracle, Solver, Verdict};

/// Positions that brute force may visit before a position is left out.
const ENOUGH: usize = 3_000;

/// The shortest length from a position (`Some(None)` if it is lost), or `None` if that takes too long.
fn truth(position: &Position) -> Option<Option<u32>> {
    shortest(position, Metric::Moves, ENOUGH, |_| 0)
}

fn after(position: &Position, mv: &Move) -> Position {
    let mut next = position.clone();
    next.play(mv).unwrap();
    next
}

/// Positions drawn for one preset at most: a preset that needs more to show what a test is about fails it.
const MOST_DRAWS: u64 = 400;

/// Games drawn for one preset at most.
const MOST_GAMES: u64 = 120;

/// Cases of each kind that a test wants from every preset. If a quarter of the verdicts of one kind were wrong in one game, ten of them
/// would show it in 94 runs of 100 (1 - 0.75^10), and mistakes are rarely confined to one game.
const CASES: u32 = 10;

/// Deals of shrunken presets with some random moves played, for every preset until `enough` says so.
fn small_positions(most_draws: u64, mut enough: impl FnMut(&str, &Position) -> bool) -> Vec<&'static str> {
    let mut dice = Dice(17);
    let mut short = Vec::new();
    for preset in PRESETS {
        let drawn = (0..most_draws).find(|number| {
            let rules = Game::new(shrunk(&preset.rules(), &mut dice)).unwrap();
            let mut position = start(&rules, 300 + number);
            for _ in 0..dice.below(6) {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.play(&moves[dice.below(moves.len())]).unwrap();
                }
            }
            enough(preset.name, &position)
        });
        if drawn.is_none() {
            short.push(preset.name);
        }
    }
    short
}

/// How many cases of two kinds a preset has shown.
#[derive(Default)]
struct Cases(std::collections::BTreeMap<String, [u32; 2]>);

impl Cases {
    fn of(&mut self, name: &str) -> &mut [u32; 2] {
        self.0.entry(name.to_string()).or_default()
    }

    fn print(&self, kinds: [&str; 2]) {
        for (name, [first, second]) in &self.0 {
            println!("{name}: {first} {}, {second} {}", kinds[0], kinds[1]);
        }
    }
}

/// Every verdict is the truth, every length that of a real win, best first, and every legal move is there once.
#[test]
fn every_verdict_equals_brute_force() {
    let mut cases = Cases::default();
    let short = small_positions(MOST_DRAWS, |name, position| {
        let mut oracle = Oracle::new(position.rules().clone());
        let judged = oracle.moves(position.layout()).unwrap();
        let mut listed: Vec<Move> = judged.moves.iter().map(|judged| judged.mv).collect();
        let mut legal = position.legal_moves();
        listed.sort();
        legal.sort();
        assert_eq!(listed, legal, "{name}");
        let lengths: Vec<u32> = judged.moves.iter().map_while(|judged| judged.length).collect();
        assert!(lengths.is_sorted(), "{name}: {lengths:?}");
        assert!(judged.moves[lengths.len()..].iter().all(|judged| judged.verdict != Verdict::Winnable));
        let mut best: Option<Option<u32>> = Some(None);
        for judged in &judged.moves {
            let Some(truth) = truth(&after(position, &judged.mv)) else {
                best = None;
                continue;
            };
            let expected = if truth.is_some() { Verdict::Winnable } else { Verdict::Unwinnable };
            assert_eq!(judged.verdict, expected, "{name}: {} in\n{:?}", judged.mv, position.layout());
            match (truth, judged.length) {
                (Some(shortest), Some(length)) => assert!(length > shortest, "{name}: {} in {length}", judged.mv),
                (None, None) => {}
                lengths => panic!("{name}: {lengths:?}"),
            }
            cases.of(name)[usize::from(truth.is_none())] += 1;
            best = best.map(|best| best.into_iter().chain(truth).min());
        }
        if let (Some(best), false) = (best, position.is_won()) {
            assert_eq!(judged.answer.verdict == Verdict::Winnable, best.is_some(), "{name}");
        }
        // Asked again, nothing is searched again; lengths may have become shorter.
        let again = oracle.moves(position.layout()).unwrap();
        let verdicts = |moves: &[JudgedMove]| {
            let mut verdicts: Vec<(Move, &str)> =
                moves.iter().map(|judged| (judged.mv, judged.verdict.word())).collect();
            verdicts.sort();
            verdicts
        };
        assert_eq!(again.answer.states, 0, "{name}");
        assert_eq!(verdicts(&again.moves), verdicts(&judged.moves), "{name}");
        cases.of(name).iter().all(|&n| n >= CASES)
    });
    assert!(short.is_empty(), "{MOST_DRAWS} positions are not enough: {short:?}");
    cases.print(["winning moves", "losing moves"]);
}

/// Proven lengths are the shortest, and where they cannot be proven they are not below it.
#[test]
fn proven_lengths_equal_brute_force() {
    let mut cases = Cases::default();
    let short = small_positions(MOST_DRAWS, |name, position| {
        let mut oracle = Oracle::new(position.rules().clone()).with_metric(Metric::Moves);
        let judged = oracle.moves(position.layout()).unwrap();
        for judged in &judged.moves {
            let Some(truth) = truth(&after(position, &judged.mv)) else { continue };
            let expected = truth.map(|length| length + 1);
            match judged.proven {
                true => assert_eq!(judged.length, expected, "{name}: {}", judged.mv),
                false => assert!(judged.length >= expected, "{name}: {}", judged.mv),
            }
            cases.of(name)[usize::from(!judged.proven)] += 1;
        }
        // Lengths are proven in games of one deck without a stock; elsewhere they are bounds.
        let rules = position.rules();
        let kind = usize::from(rules.decks > 1 || rules.stock != winnable::rules::Stock::None);
        cases.of(name)[kind] >= CASES
    });
    assert!(short.is_empty(), "{MOST_DRAWS} positions are not enough: {short:?}");
    cases.print(["proven lengths", "bounds"]);
}

/// A limit leaves moves undecided instead of guessing.
#[test]
fn limits_leave_moves_undecided() {
    let rules = game("seven-by-four", &[]);
    let position = start(&rules, 9);
    let mut oracle = Oracle::new(rules.clone()).with_limits(Limits::of(&rules).states(2_000));
    let judged = oracle.moves(position.layout()).unwrap();
    assert!(matches!(judged.answer.verdict, Verdict::Undecided(_)));
    assert!(judged.moves.iter().all(|judged| judged.verdict != Verdict::Winnable));
    assert!(judged.moves.iter().any(|judged| matches!(judged.verdict, Verdict::Undecided(_))));
    assert!(judged.answer.states <= 2_100, "{}", judged.answer.states);
}

/// Random games on small decks: the move that lost is where brute force says that winning became impossible. Games that can be
/// won, are lost on the way and are small enough for brute force are rare: every preset shows at least eight games, and of lost ones
/// there are two for each preset on average.
#[test]
fn reviews_find_the_losing_move() {
    let mut dice = Dice(5);
    let mut cases = Cases::default();
    small_positions(MOST_GAMES, |name, deal| {
        let (mut position, mut moves, mut truths) = (deal.clone(), Vec::new(), vec![truth(deal)]);
        for _ in 0..12 {
            let legal = position.legal_moves();
            if legal.is_empty() || position.is_won() {
                break;
            }
            moves.push(legal[dice.below(legal.len())]);
            position.play(moves.last().unwrap()).unwrap();
            truths.push(truth(&position));
        }
        if let Some(truths) = truths.into_iter().collect::<Option<Vec<_>>>() {
            let kind = check_review(name, deal, &moves, &truths);
            kind.into_iter().for_each(|kind| cases.of(name)[kind] += 1);
        }
        let [found, kept] = *cases.of(name);
        found >= 3 && kept >= CASES
    });
    cases.print(["losing moves found", "games not lost"]);
    for (name, [found, kept]) in &cases.0 {
        assert!(found + kept >= 8, "{name}: only {found} and {kept} games");
    }
    let lost: u32 = cases.0.values().map(|[found, _]| found).sum();
    assert!(lost >= 2 * cases.0.len() as u32, "only {lost} losing moves");
}

/// Compares the review of a game with the truth about its positions: 0 if a move lost it, 1 if none did.
fn check_review(name: &str, deal: &Position, moves: &[Move], truths: &[Option<u32>]) -> Option<usize> {
    let lost = truths.iter().position(Option::is_none);
    let review = Oracle::new(deal.rules().clone()).review(deal.layout(), moves).unwrap();
    assert_eq!(review.lost_from, lost, "{name}");
    assert_eq!(review.lost_at, lost.filter(|&lost| lost > 0), "{name}");
    if let Some(lost) = review.lost_at {
        let mut before = deal.clone();
        moves[..lost - 1].iter().for_each(|mv| before.play(mv).unwrap());
        let instead = review.instead.expect("the position before can be won");
        assert!(truth(&after(&before, &instead.mv)).unwrap().is_some(), "{name}: {}", instead.mv);
        return Some(0);
    }
    if lost.is_none() {
        let shortest = review.shortest.expect("winnable");
        assert!(shortest >= truths[0].unwrap(), "{name}");
        return Some(1);
    }
    None
}

/// A losing move planted into a solution of a full FreeCell deal is found, and what is played instead wins.
#[test]
fn a_planted_move_is_found_in_freecell() {
    let rules = Game::default();
    let mut planted = 0;
    for number in [1, 617, 1941, 2, 3, 4, 5, 6, 7, 8] {
        if planted == 3 {
            break;
        }
        let deal = start(&rules, number);
        let mut oracle = Oracle::new(rules.clone());
        let solution = oracle.solve(deal.layout()).unwrap().solution.unwrap().moves;
        let mut position = deal.clone();
        let mut found = None;
        for (step, mv) in solution.iter().enumerate() {
            if step % 4 == 3 {
                let judged = oracle.moves(position.layout()).unwrap();
                if let Some(losing) = judged.moves.iter().find(|judged| judged.verdict == Verdict::Unwinnable) {
                    found = Some((step, losing.mv));
                    break;
                }
            }
            position.play(mv).unwrap();
        }
        let Some((step, losing)) = found else { continue };
        // The planted move is dead by the independent complete search, too.
        let dead = after(&position, &losing);
        assert_eq!(Solver::new(rules.clone()).solve(dead.layout()).unwrap().verdict, Verdict::Unwinnable);
        let mut played = solution[..step].to_vec();
        played.push(losing);
        let mut end = dead;
        for _ in 0..5 {
            let Some(mv) = end.legal_moves().first().copied() else { break };
            end.play(&mv).unwrap();
            played.push(mv);
        }
        let review = Oracle::new(rules.clone()).review(deal.layout(), &played).unwrap();
        assert_eq!(review.lost_at, Some(step + 1), "deal {number}");
        let instead = review.instead.unwrap();
        let answer = Solver::new(rules.clone()).solve(after(&position, &instead.mv).layout()).unwrap();
        assert_eq!(answer.verdict, Verdict::Winnable);
        planted += 1;
    }
    // Not every deal has a losing move at the steps that are looked at, but three of ten have.
    assert_eq!(planted, 3);
}

/// Positions of FreeCell as players meet them: some from random play, some from play that prefers moves home and onto columns.
fn freecell_positions(count: usize) -> Vec<Position> {
    let rules = Game::default();
    let mut dice = Dice(2026);
    let mut positions = Vec::new();
    while positions.len() < count {
        let sensible = positions.len() % 2 == 1;
        let mut position = start(&rules, 1 + dice.next() % 1_000_000);
        for _ in 0..dice.below(60) {
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_won() {
                break;
            }
            let good = |mv: &&Move| {
                let empty = |i: u8| position.layout().columns[i as usize].is_empty();
                match (mv.from, mv.to) {
                    (winnable::Pile::Foundation(_), _) => false,
                    (_, winnable::Pile::Foundation(_)) => true,
                    (_, winnable::Pile::Column(i)) => !empty(i),
                    _ => false,
                }
            };
            let preferred: Vec<&Move> = moves.iter().filter(good).collect();
            let mv = match sensible && !preferred.is_empty() && dice.below(4) > 0 {
                true => *preferred[dice.below(preferred.len())],
                false => moves[dice.below(moves.len())],
            };
            position.play(&mv).unwrap();
        }
        positions.push(position);
    }
    positions
}

/// How long hints take: `cargo test --release --test truth positions -- --ignored --nocapture hints_are_quick`.
#[test]
#[ignore = "a measurement"]
fn hints_are_quick() {
    let mut oracle = Oracle::new(Game::default());
    let positions = freecell_positions(1000);
    let mut times = Vec::new();
    let (mut lost, mut open, mut slow) = (0, 0, Vec::new());
    for position in &positions {
        let started = std::time::Instant::now();
        let hint = oracle.hint(position.layout()).unwrap();
        let took = started.elapsed().as_secs_f64() * 1e3;
        times.push(took);
        lost += u32::from(hint.answer.verdict == Verdict::Unwinnable);
        open += u32::from(matches!(hint.answer.verdict, Verdict::Undecided(_)));
        slow.push((took as u64, hint.answer.states, hint.answer.verdict));
    }
    slow.sort_by_key(|slow| std::cmp::Reverse(slow.0));
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{} positions, {lost} lost, {open} undecided", positions.len());
    for share in [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 1.0] {
        println!("{:>5.1} %: {:>9.3} ms", share * 100.0, at(share));
    }
    println!("slowest (ms, states, verdict): {:?}", &slow[..slow.len().min(15)]);
    assert!(at(0.5) < 5.0 && at(0.99) < 100.0);
}
