//! The order of the modules: each may use only those before it (ARCHITECTURE.md).

use std::fs;
use std::path::{Path, PathBuf};

/// Modules in the order of use; those of one line may use each other.
const FLOORS: &[&[&str]] = &[
    &["text", "toml_tree", "short_sort", "card", "card_set", "moves", "metric", "verdict", "difficulty"],
    &["rules", "layout", "deal", "game"],
    &["position"],
    &["verify"],
    &["container", "named_weights"],
    &["engine"],
    &["search"],
    &["serialize", "format"],
    &["batch"],
    &["report"],
    &["cli"],
];

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// The code of a file without its tests and comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_room_knows_those_above_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for file in files {
        let inside = file.strip_prefix(&source).unwrap();
        let room = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if ["lib", "main"].contains(&room) || file.ends_with("tests.rs") {
            continue;
        }
        let own = floor(room).unwrap_or_else(|| panic!("{room} is in no floor: add it to this list"));
        for used in code(&fs::read_to_string(&file).unwrap()).split("crate::").skip(1) {
            let used = used.split(|c: char| !c.is_ascii_lowercase() && c != '_').next().unwrap();
            let Some(other) = floor(used) else { continue };
            seen += 1;
            if other > own {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(seen > 300, "only {seen} uses were found: the test reads the wrong text");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the rules offer the searches ready-made. The reference position and the verifier work these out themselves, so that a
/// mistake in one of them cannot be in both.
const RULE_HELPERS: &[&str] = &[
    ".order()",
    "RankOrder",
    ".foundation_piles()",
    ".foundation_capacity()",
    ".prefilled_foundations()",
    ".group_is_primitive()",
    "rules.cards()",
    "Layout::empty",
];

#[test]
fn the_verifier_shares_no_rule_code() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut used_elsewhere = vec![false; RULE_HELPERS.len()];
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    for file in files {
        let code = code(&fs::read_to_string(&file).unwrap());
        let inside = file.strip_prefix(&source).unwrap();
        for (helper, elsewhere) in RULE_HELPERS.iter().zip(&mut used_elsewhere) {
            let used = code.contains(helper);
            assert!(
                !used || !(inside.starts_with("position") || inside.starts_with("verify")),
                "{} uses {helper}",
                inside.display()
            );
            *elsewhere |= used;
        }
    }
    // A helper that has been renamed would no longer be looked for.
    for (helper, used) in RULE_HELPERS.iter().zip(used_elsewhere) {
        assert!(used, "{helper} is used nowhere: name it as it is called now");
    }
}
