//! Mutants of the rules and of the macro: sources with small mistakes, all in one build, and whether the tests notice each of them.
//!
//! [`find`] looks for places, [`mutate`] says what else may stand there, [`rewrite`] writes a source that holds all mutants,
//! [`tree`] a workspace of such sources; [`compile`] builds it, [`run`] runs the tests as one mutant after the other, and
//! [`explained`] reads which of them nothing can notice.

pub mod answers;
pub mod command;
pub mod compile;
pub mod explained;
pub mod find;
pub mod mutate;
pub mod programs;
pub mod rewrite;
pub mod run;
pub mod site;
pub mod subject;
pub mod switch;
pub mod tree;
