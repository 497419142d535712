//! What users see when they make a mistake: a folder for each kind of mistake, a program and its message side by side.
//!
//! `tests/ui.rs` compiles them all. After a message has changed for the better, `TRYBUILD=overwrite cargo test -p
//! cotangent-ui-tests` writes the new ones; read each of them before keeping it. The programs in `wanted` are not run: their
//! messages are not good enough to keep. When one has become good, move the program to its kind.
//!
//! `tests/catalogue.rs` says what becomes of everything that people write, row by row, and `tests/page.rs` makes `docs/errors.md`
//! of it.
