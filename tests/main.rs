//! One binary; its modules mirror the sources.

mod check;
mod ops;
mod tensor;
mod language;
mod derive;
mod leaves;
