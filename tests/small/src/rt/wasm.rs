//! WebAssembly: the host calls `run`, and gives a function `write`.

use core::fmt;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn write(text: *const u8, bytes: usize);
    safe fn stop(code: i32) -> !;
}

/// Runs the program; the result is its exit code.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> i32 {
    crate::main()
}

pub fn exit(code: i32) -> ! {
    stop(code)
}

pub fn print(text: &[u8]) -> fmt::Result {
    write(text.as_ptr(), text.len());
    Ok(())
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

/// The stack is not measured here.
pub fn stack_used() -> u32 {
    0
}
