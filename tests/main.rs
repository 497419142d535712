//! One binary; its modules mirror the sources.
