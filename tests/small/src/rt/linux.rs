//! x86-64, which the other targets are compared with: the runtime of the program in `tests/bare`.

use core::fmt::{self, Write};

#[allow(missing_docs, dead_code, reason = "see there")]
#[path = "../../../bare/src/rt.rs"]
mod bare;

pub fn print(text: &[u8]) -> fmt::Result {
    let text = str::from_utf8(text).map_err(|_| fmt::Error)?;
    bare::Output.write_str(text)
}

/// Instructions are not counted here.
pub struct Clock;

impl Clock {
    /// Now.
    pub fn start() -> Self {
        Self
    }

    /// None.
    pub fn instructions(&self) -> u32 {
        0
    }
}

/// The largest number of bytes of stack that were in use at one time.
pub fn stack_used() -> u32 {
    u32::try_from(bare::stack_used()).unwrap_or(u32::MAX)
}
