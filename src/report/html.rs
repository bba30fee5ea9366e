//! Shared by all pages: templates, and a content security policy that lets a page run only its own script.
//!
//! A page is one file that loads nothing. Its policy allows exactly one style sheet and one script, by their SHA-256, and no
//! markup made from text. So a name in a result file cannot inject anything.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Fills in a template. Texts are escaped; what the template marks as safe is put in as it is.
///
/// Templates are part of the program, so one that does not work is a bug and panics; a test renders every one.
pub(super) fn render(template: &str, values: Value) -> String {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    environment.set_syntax(syntax.build().expect("the usual delimiters"));
    environment.render_str(template, values).unwrap_or_else(|error| panic!("a built-in template: {error:#}"))
}

/// The content security policy of a page with this style sheet and this script and nothing else.
pub(super) fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; style-src {}; script-src {}; img-src data:; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'",
        hash(style),
        hash(script)
    )
}

/// A text as part of markup, also inside quotes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Data as JSON that can stand inside a script element, where only `<` could end it early.
pub(super) fn embedded(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data").replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of the empty text is well known.
    #[test]
    fn the_policy_names_what_may_run() {
        let policy = policy("", "x");
        assert!(policy.contains("style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"), "{policy}");
        assert!(!policy.contains("unsafe"));
    }

    #[test]
    fn texts_are_escaped_and_unknown_names_found() {
        assert_eq!(render("{{ a }}{{ a|safe }}", minijinja::context! { a => "<&\"" }), "&lt;&amp;&quot;<&\"");
        assert!(std::panic::catch_unwind(|| render("{{ b }}", minijinja::context! {})).is_err());
    }
}
