//! One binary; its modules mirror the sources.

mod tensor;
