//! The page of `solve --html`: self-contained for every game, with a content security policy that fits it.
//!
//! `tests/pages/run` tries the pages out in a browser.

use assert_cmd::Command;
use base64::Engine;
use serde_json::Value;
use sha2::Digest;
use std::path::Path;

const GAMES: &[(&str, usize)] =
    &[("freecell", 52), ("seven-by-four", 52), ("big-freecell", 104), ("freecell-four-deck", 208), ("fours-up", 104)];

fn page(game: &str, folder: &Path) -> (String, usize) {
    let file = folder.join(format!("{game}.html"));
    let output = Command::cargo_bin("winnable")
        .unwrap()
        .args(["solve", "--game", game, "1", "--json", "--html"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{game}");
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    (text, record["moves"].as_u64().unwrap() as usize)
}

#[test]
fn pages_are_complete_in_themselves() {
    let folder = tempfile::tempdir().unwrap();
    for &(game, cards) in GAMES {
        let (text, moves) = page(game, folder.path());
        let (_, data) = text.split_once("type=\"application/json\">").unwrap();
        let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
        assert_eq!(data["cards"].as_array().unwrap().len(), cards, "{game}");
        assert_eq!(data["steps"].as_array().unwrap().len(), moves, "{game}");
        for loads in ["http:", "https:", "src=", "@import", "url(", "unsafe-"] {
            // The one address is a name: that of the SVG elements.
            let text = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains(loads), "{game}: {loads}");
        }
    }
}

/// What the policy allows is what the page holds: otherwise browsers would show an empty page.
#[test]
fn the_policy_fits_the_script() {
    let folder = tempfile::tempdir().unwrap();
    let (text, _) = page("freecell", folder.path());
    let (_, script) = text.rsplit_once("<script>").unwrap();
    let (script, _) = script.split_once("</script>").unwrap();
    let (_, style) = text.split_once("<style>").unwrap();
    let (style, _) = style.split_once("</style>").unwrap();
    for part in [script, style] {
        let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(part));
        // Templates escape quotes and slashes.
        let escaped = |hash: &str| hash.replace('/', "&#x2f;");
        assert!(text.contains(&hash) || text.contains(&escaped(&hash)), "{hash}");
    }
}
