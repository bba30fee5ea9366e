//! The program as its users see it: what it prints, refuses and writes, and the README's commands.

mod architecture;
mod bad_input;
mod bench_cli;
mod cli;
mod fc_solve;
mod manners;
mod memory;
mod player;
#[cfg(unix)]
mod readme;
