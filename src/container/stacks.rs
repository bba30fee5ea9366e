//! Many stacks side by side, which know how much memory they hold together.
//!
//! An emptied stack keeps its capacity, so that filling it again costs nothing, unless it is large:
//! in a search by layers most stacks are filled once, and what they kept would add up to more than
//! all items that are left. Emptying a large stack takes more pops than freeing it costs.

use super::footprint::Footprint;

/// Bytes that an emptied stack may keep.
const KEEP: usize = 4 << 10;

/// Stacks by number.
#[derive(Clone, Debug)]
pub struct Stacks<T> {
    stacks: Vec<Vec<T>>,
    /// Capacities of all stacks.
    capacity: usize,
}

impl<T> Stacks<T> {
    /// This number of empty stacks.
    pub fn new(count: usize) -> Stacks<T> {
        let mut stacks = Stacks { stacks: Vec::new(), capacity: 0 };
        stacks.at_least(count);
        stacks
    }

    /// Adds empty stacks until there are at least `count`.
    pub fn at_least(&mut self, count: usize) {
        if count > self.stacks.len() {
            self.stacks.resize_with(count, Vec::new);
        }
    }

    /// Removes all items of all stacks.
    pub fn clear(&mut self) {
        for number in 0..self.stacks.len() {
            self.clear_one(number);
        }
    }

    /// Removes all items of a stack.
    pub fn clear_one(&mut self, number: usize) {
        self.stacks[number].clear();
        self.shrink(number);
    }

    /// Puts an item onto a stack.
    #[inline]
    pub fn push(&mut self, number: usize, item: T) {
        let stack = &mut self.stacks[number];
        let before = stack.capacity();
        stack.push(item);
        self.capacity += stack.capacity() - before;
    }

    /// Takes the last item off a stack.
    #[inline]
    pub fn pop(&mut self, number: usize) -> Option<T> {
        let stack = &mut self.stacks[number];
        let item = stack.pop();
        if stack.is_empty() {
            self.shrink(number);
        }
        item
    }

    /// The items of a stack, which is empty afterwards.
    pub fn take(&mut self, number: usize) -> Vec<T> {
        let stack = std::mem::take(&mut self.stacks[number]);
        self.capacity -= stack.capacity();
        stack
    }

    /// The items of a stack.
    #[inline]
    pub fn get(&self, number: usize) -> &[T] {
        &self.stacks[number]
    }

    /// Frees a large empty stack.
    #[inline]
    fn shrink(&mut self, number: usize) {
        let stack = &mut self.stacks[number];
        if stack.capacity() * size_of::<T>() > KEEP {
            self.capacity -= stack.capacity();
            *stack = Vec::new();
        }
    }
}

impl<T> Footprint for Stacks<T> {
    fn footprint(&self) -> u64 {
        (self.stacks.capacity() * size_of::<Vec<T>>() + self.capacity * size_of::<T>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum is that of all stacks, whatever was done to them.
    #[test]
    fn capacities_add_up() {
        let mut stacks = Stacks::<u32>::new(4);
        let check = |stacks: &Stacks<u32>| {
            assert_eq!(stacks.capacity, stacks.stacks.iter().map(Vec::capacity).sum::<usize>());
        };
        for round in 0..3 {
            for i in 0..20_000u32 {
                stacks.push(i as usize % 4, i);
                if i % 3 == 0 {
                    stacks.pop(i as usize % 4);
                }
                check(&stacks);
            }
            assert!(stacks.footprint() >= 4 * 13_000);
            assert!(stacks.take(round).len() > 3000 && stacks.get(round).is_empty());
            check(&stacks);
            while stacks.pop(3).is_some() {
                check(&stacks);
            }
            stacks.at_least(10);
            stacks.clear();
            check(&stacks);
            // What was emptied was freed.
            assert!(stacks.footprint() < 1000, "{}", stacks.footprint());
        }
    }
}
