// Solver for FreeCell and its relatives: see index.d.ts for every function and option, README.md for examples.
//
// The functions here search on the thread that calls them, which suits Node and workers. `createSolver` does the same in
// a worker of its own, with cancelling: that is what a page wants.

import { engine } from "./engine.js";

export { createSolver } from "./client.js";
export { WinnableError, engine } from "./engine.js";

const asked = (name) => async (options) => (await engine())[name](options);

export const solve = asked("solve");
export const moves = asked("moves");
export const hint = asked("hint");
export const review = asked("review");
export const verify = asked("verify");
export const certificate = asked("certificate");
export const deal = asked("deal");
export const games = asked("games");
export const table = asked("table");
export const memory = asked("memory");
