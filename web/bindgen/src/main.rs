//! Writes the JavaScript around a module: winnable-bindgen MODULE.wasm FOLDER

use std::env::args;

fn main() {
    let [_, module, folder] = &args().collect::<Vec<_>>()[..] else {
        panic!("give a module and a folder");
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let bindgen = bindgen.web(true).expect("a target").typescript(false).reset_state_function(true);
    bindgen.input_path(module).generate(folder).unwrap_or_else(|error| panic!("{module}: {error:#}"));
}
