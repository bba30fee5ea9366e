//! Insertion sort for lists of a few dozen items: stable, in place, and a fiftieth of the code of the standard library's sort,
//! which is compiled again for every type. In a browser every byte of the program must be loaded before it starts.

/// Sorts a short list.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_while(list, |a, b| b < a);
}

/// Sorts a short list by a key; items of equal keys stay in their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_while(list, |a, b| key(b) < key(a));
}

/// `out_of_order` says whether the second item, which comes later, belongs before the first.
fn sort_while<T>(list: &mut [T], out_of_order: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && out_of_order(&list[at - 1], &list[at]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(list: Vec<(u8, u8)>) {
            let [mut ours, mut theirs] = [list.clone(), list.clone()];
            sort_by_key(&mut ours, |&(key, _)| key / 16);
            theirs.sort_by_key(|&(key, _)| key / 16);
            prop_assert_eq!(&ours, &theirs);
            sort(&mut ours);
            theirs.sort();
            prop_assert_eq!(ours, theirs);
        }
    }
}
