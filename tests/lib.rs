//! Support code of the test binary.
