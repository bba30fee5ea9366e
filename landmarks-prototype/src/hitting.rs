use crate::relaxed::*;

pub struct Rng(pub u64);
impl Rng { pub fn next(&mut self) -> u64 { self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15); let mut z = self.0; z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9); z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb); z ^ (z >> 31) } pub fn below(&mut self, n: usize) -> usize { (self.next() % n as u64) as usize } }

/// Local search for a hitting set of size k.
pub struct Local { pub w: Vec<u32>, pub hits: Vec<u16>, pub member: Vec<Vec<u32>>, pub n: usize, pub inside: Vec<bool>, pub score: Vec<i64>, pub stamp: Vec<u64>, pub step: u64, pub sets: Vec<Vec<u16>>, unhit: Vec<u32>, pos: Vec<u32>, size: usize }
impl Local {
    pub fn new(n: usize) -> Local { Local { w: vec![], hits: vec![], member: vec![vec![]; n], n, inside: vec![false; n], score: vec![0; n], stamp: vec![0; n], step: 0, sets: vec![], unhit: vec![], pos: vec![], size: 0 } }
    pub fn add(&mut self, m: &Mask) {
        let s: Vec<u16> = iter(m).map(|u| u as u16).collect();
        let id = self.sets.len() as u32;
        let hits = s.iter().filter(|&&e| self.inside[e as usize]).count() as u16;
        self.w.push(1); self.hits.push(hits); self.pos.push(u32::MAX);
        for &e in &s { self.member[e as usize].push(id); }
        if hits == 0 { self.pos[id as usize] = self.unhit.len() as u32; self.unhit.push(id); for &e in &s { self.score[e as usize] += 1; } }
        if hits == 1 { let e = *s.iter().find(|&&e| self.inside[e as usize]).unwrap(); self.score[e as usize] += 1; }
        self.sets.push(s);
    }
    fn flip(&mut self, e: usize) {
        // score: for outside, weight of unhit sets containing e; inside: weight of sets hit only by e
        let entering = !self.inside[e];
        self.inside[e] = entering;
        if entering { self.size += 1 } else { self.size -= 1 }
        for i in 0..self.member[e].len() {
            let s = self.member[e][i] as usize; let w = self.w[s] as i64;
            if entering {
                self.hits[s] += 1;
                if self.hits[s] == 1 { // was unhit
                    for &f in &self.sets[s] { if f as usize != e { self.score[f as usize] -= w; } }
                    let p = self.pos[s] as usize; let last = *self.unhit.last().unwrap(); self.unhit[p] = last; self.pos[last as usize] = p as u32; self.unhit.pop(); self.pos[s] = u32::MAX;
                } else if self.hits[s] == 2 { for &f in &self.sets[s] { if f as usize != e && self.inside[f as usize] { self.score[f as usize] -= w; } } }
            } else {
                self.hits[s] -= 1;
                if self.hits[s] == 0 { for &f in &self.sets[s] { if f as usize != e { self.score[f as usize] += w; } } self.pos[s] = self.unhit.len() as u32; self.unhit.push(s as u32); }
                else if self.hits[s] == 1 { for &f in &self.sets[s] { if f as usize != e && self.inside[f as usize] { self.score[f as usize] += w; } } }
            }
        }
        // score[e] itself: entering: it was weight of unhit containing e; now weight of sets hit only by e: same value. leaving: likewise.
        self.stamp[e] = self.step;
    }
    pub fn search(&mut self, k: usize, steps: u64, rng: &mut Rng) -> Option<Mask> {
        for _ in 0..steps {
            self.step += 1;
            if self.unhit.is_empty() {
                if self.size <= k { let mut m = [0; 4]; for e in 0..self.n { if self.inside[e] { set(&mut m, e); } } return Some(m); }
                let e = (0..self.n).filter(|&e| self.inside[e]).min_by_key(|&e| (self.score[e], self.stamp[e])).unwrap();
                self.flip(e); continue;
            }
            while self.size >= k { // make room
                let step = self.step;
                let e = (0..self.n).filter(|&e| self.inside[e] && (self.size > k || self.stamp[e] + 1 < step || true)).min_by_key(|&e| (self.score[e], self.stamp[e])).unwrap();
                self.flip(e);
            }
            let s = self.unhit[rng.below(self.unhit.len())] as usize;
            let e = self.sets[s].iter().map(|&e| e as usize).max_by_key(|&e| (self.score[e], u64::MAX - self.stamp[e])).unwrap();
            self.flip(e);
            for i in 0..self.unhit.len() { let s = self.unhit[i] as usize; self.w[s] += 1; for &f in &self.sets[s] { self.score[f as usize] += 1; } }
        }
        None
    }
}

pub struct Bnb { pub sets: Vec<Mask>, pub n: usize, pub nodes: u64, pub limit: u64, best: Option<Mask>, k: usize }
#[derive(PartialEq)] pub enum End { Found, None, Limit }
impl Bnb {
    pub fn new(sets: &[Mask], n: usize, limit: u64) -> Bnb {
        // drop supersets
        let mut sorted = sets.to_vec(); sorted.sort_by_key(|s| (count(s), *s)); sorted.dedup();
        let mut kept: Vec<Mask> = Vec::new();
        for s in sorted { if !kept.iter().any(|k| (0..4).all(|i| k[i] & !s[i] == 0)) { kept.push(s); } }
        Bnb { sets: kept, n, nodes: 0, limit, best: None, k: 0 }
    }
    pub fn solve(&mut self, k: usize) -> (End, Option<Mask>) {
        self.k = k; self.best = None;
        let active: Vec<Mask> = self.sets.clone();
        let e = self.node([0; 4], 0, active, 0);
        (e, self.best)
    }
    fn node(&mut self, inn: Mask, size: usize, mut active: Vec<Mask>, _depth: u32) -> End {
        // active: sets restricted to allowed elements, unhit
        let (mut inn, mut size) = (inn, size);
        self.nodes += 1;
        if self.nodes > self.limit { return End::Limit; }
        loop {
            if active.is_empty() { self.best = Some(inn); return if size <= self.k { End::Found } else { End::None }; }
            if size >= self.k { return End::None; }
            // unit propagation
            let mut forced = [0u64; 4]; let mut any = false;
            for s in &active { let c = count(s); if c == 0 { return End::None; } if c == 1 { forced = or(&forced, s); any = true; } }
            if any { inn = or(&inn, &forced); size = count(&inn) as usize; active.retain(|s| !meets(s, &forced)); continue; }
            // bound
            active.sort_by_key(|s| count(s));
            let (bound, slack) = dual(&active, self.n);
            let left = (self.k - size) as f64;
            if bound > left + 1e-6 { return End::None; }
            // reduced cost fixing: element with reduced cost r: choosing it gives bound + r
            let mut out = [0u64; 4]; let mut fixed = false;
            let mut occurs = [0u64; 4]; for s in &active { occurs = or(&occurs, s); }
            for e in iter(&occurs) { if bound + slack[e] > left + 1e-6 { set(&mut out, e); fixed = true; } }
            // element dominance
            if !fixed {
                let els: Vec<usize> = iter(&occurs).collect();
                let words = active.len().div_ceil(64);
                let mut member = vec![0u64; words * self.n];
                for (i, s) in active.iter().enumerate() { for e in iter2(s) { member[e * words + i / 64] |= 1 << (i % 64); } }
                for (a, &e) in els.iter().enumerate() {
                    if has(&out, e) { continue; }
                    let me = &member[e * words..(e + 1) * words];
                    // first set containing e: dominators must be in it
                    let first = me.iter().enumerate().find(|(_, w)| **w != 0).map(|(i, w)| i * 64 + w.trailing_zeros() as usize).unwrap();
                    for f in iter2(&active[first]) {
                        if f == e || has(&out, f) { continue; }
                        let mf = &member[f * words..(f + 1) * words];
                        if me.iter().zip(mf).all(|(x, y)| x & !y == 0) { set(&mut out, e); fixed = true; break; }
                    }
                    let _ = a;
                }
            }
            if !fixed { break; }
            for s in active.iter_mut() { for i in 0..4 { s[i] &= !out[i]; } }
        }
        // branch on smallest set; elements by frequency
        let s = active[0];
        let mut els: Vec<usize> = iter2(&s).collect();
        let freq: Vec<usize> = els.iter().map(|&e| active.iter().filter(|t| has(t, e)).count()).collect();
        let mut idx: Vec<usize> = (0..els.len()).collect(); idx.sort_by_key(|&i| std::cmp::Reverse(freq[i]));
        els = idx.iter().map(|&i| els[i]).collect();
        let mut out = [0u64; 4];
        let mut ended = End::None;
        for e in els {
            let next: Vec<Mask> = active.iter().filter(|t| !has(t, e)).map(|t| std::array::from_fn(|i| t[i] & !out[i])).collect();
            let mut i2 = inn; set(&mut i2, e);
            match self.node(i2, size + 1, next, _depth + 1) { End::Found => return End::Found, End::Limit => { ended = End::Limit; break; } End::None => {} }
            set(&mut out, e);
        }
        ended
    }
}
pub fn iter2(m: &Mask) -> impl Iterator<Item = usize> + '_ { m.iter().enumerate().flat_map(|(i, &w)| { let mut w = w; std::iter::from_fn(move || { if w == 0 { None } else { let b = w.trailing_zeros() as usize; w &= w - 1; Some(i * 64 + b) } }) }) }

/// Dual ascent: feasible fractional packing. Returns value and slack by element.
pub fn dual(active: &[Mask], n: usize) -> (f64, Vec<f64>) {
    let mut slack = vec![1.0f64; n];
    let mut y = vec![0.0f64; active.len()];
    let mut total = 0.0;
    // sets by size: raise by the minimum slack
    let mut freq = vec![0u32; n];
    for s in active { for e in iter2(s) { freq[e] += 1; } }
    let mut order: Vec<usize> = (0..active.len()).collect();
    order.sort_by_key(|&i| iter2(&active[i]).map(|e| freq[e]).sum::<u32>());
    for _pass in 0..1 {
        for &i in &order {
            let m = iter2(&active[i]).map(|e| slack[e]).fold(f64::MAX, f64::min);
            if m > 1e-9 { y[i] += m; total += m; for e in iter2(&active[i]) { slack[e] -= m; } }
        }
    }
    // improvement: try lowering one y to raise two others (local 1-2 exchanges, halves)
    for _ in 0..2 {
        for &i in &order {
            if y[i] < 1e-9 { continue; }
            let d = y[i];
            for e in iter2(&active[i]) { slack[e] += d; }
            total -= d; y[i] = 0.0;
            // refill with others first
            for &j in &order { if j == i { continue; } if !meets(&active[j], &active[i]) { continue; } let m = iter2(&active[j]).map(|e| slack[e]).fold(f64::MAX, f64::min); if m > 1e-9 { let m = m.min(d); y[j] += m; total += m; for e in iter2(&active[j]) { slack[e] -= m; } } }
            let m = iter2(&active[i]).map(|e| slack[e]).fold(f64::MAX, f64::min);
            if m > 1e-9 { y[i] += m; total += m; for e in iter2(&active[i]) { slack[e] -= m; } }
        }
    }
    (total, slack)
}
