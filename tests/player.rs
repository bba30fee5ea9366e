//! The page of `solve --html`: complete in itself for every game, and, where Chromium is installed, tried out in it.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

const GAMES: &[(&str, usize)] =
    &[("freecell", 52), ("seven-by-four", 52), ("big-freecell", 104), ("freecell-four-deck", 208), ("fours-up", 104)];

fn page(game: &str, folder: &Path) -> (PathBuf, String, usize) {
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
    (file, text, record["moves"].as_u64().unwrap() as usize)
}

#[test]
fn pages_are_complete_in_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let chromium = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| installed(name));
    if chromium.is_none() {
        eprintln!("skipped: no Chromium here to try the pages in");
    }
    for &(game, cards) in GAMES {
        let (file, text, moves) = page(game, folder.path());
        let (_, data) = text.split_once("type=\"application/json\">").unwrap();
        let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
        assert_eq!(data["cards"].as_array().unwrap().len(), cards, "{game}");
        assert_eq!(data["steps"].as_array().unwrap().len(), moves, "{game}");
        for loads in ["http:", "https:", "src=", "@import", "url("] {
            assert!(!text.contains(loads), "{game}: {loads}");
        }
        if let Some(chromium) = chromium {
            let findings = tried(chromium, &file, &text, folder.path());
            assert!(findings.contains("end of checks") && !findings.contains("FAIL"), "{game}:\n{findings}");
        }
    }
}

fn installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

/// Opens the page with the checks added to it and returns what they found.
fn tried(chromium: &str, file: &Path, text: &str, folder: &Path) -> String {
    let checks = format!("<script>\n{}</script>\n</body>", include_str!("player_check.js"));
    std::fs::write(file, text.replace("</body>", &checks)).unwrap();
    let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
                 --disable-component-update --disable-sync --window-size=1280,800 --dump-dom";
    let output = std::process::Command::new(chromium)
        .args(flags.split_whitespace())
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let page = String::from_utf8_lossy(&output.stdout);
    page.split_once("<pre>").map_or(page.to_string(), |(_, found)| found.to_string())
}
