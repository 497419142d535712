//! RISC-V, on QEMU's board `virt`: output by its serial port, instructions by `minstret`.

use core::arch::{asm, global_asm};
use core::fmt;

unsafe extern "C" {
    static __ebss: u32;
    static __stack_top: u32;
}

/// What every word of the stack holds until it is used.
const PAINT: u32 = 0xA5A5_A5A5;

// The floating-point unit, if there is one, is switched on; a trap stops the machine; `.data` is copied, `.bss` cleared, and the rest
// of the memory painted.
global_asm!(
    ".section .reset,\"ax\"",
    ".globl reset",
    "reset:",
    ".option push",
    ".option arch, +zicsr",
    "li t0, 0x6000",
    "csrs mstatus, t0",
    "la t0, trap",
    "csrw mtvec, t0",
    ".option pop",
    "la t0, __sdata",
    "la t1, __edata",
    "la t2, __sidata",
    "1: bgeu t0, t1, 2f",
    "lw t3, 0(t2)",
    "sw t3, 0(t0)",
    "addi t0, t0, 4",
    "addi t2, t2, 4",
    "j 1b",
    "2: la t0, __sbss",
    "la t1, __ebss",
    "3: bgeu t0, t1, 4f",
    "sw zero, 0(t0)",
    "addi t0, t0, 4",
    "j 3b",
    "4: la t1, __stack_top",
    "li t3, {paint}",
    "5: bgeu t0, t1, 6f",
    "sw t3, 0(t0)",
    "addi t0, t0, 4",
    "j 5b",
    "6: mv sp, t1",
    "call {run}",
    ".align 4",
    "trap:",
    "li t0, 0x100000",
    "li t1, 0x673333",
    "sw t1, 0(t0)",
    "7: j 7b",
    paint = const PAINT,
    run = sym run,
);

extern "C" fn run() -> ! {
    exit(crate::main())
}

pub fn exit(code: i32) -> ! {
    let value = if code == 0 { 0x5555 } else { (code.cast_unsigned() << 16) | 0x3333 };
    // SAFETY: the register that ends the emulation.
    unsafe { (0x10_0000 as *mut u32).write_volatile(value) };
    loop {}
}

pub fn print(text: &[u8]) -> fmt::Result {
    for byte in text {
        // SAFETY: the register that sends a byte.
        unsafe { (0x1000_0000 as *mut u8).write_volatile(*byte) };
    }
    Ok(())
}

/// Counts instructions.
pub struct Clock(u32);

impl Clock {
    /// Now.
    pub fn start() -> Self {
        Self(retired())
    }

    /// The instructions since then.
    pub fn instructions(&self) -> u32 {
        retired().wrapping_sub(self.0)
    }
}

fn retired() -> u32 {
    let count: u32;
    // SAFETY: it only reads a register.
    unsafe { asm!(".option push", ".option arch, +zicsr", "csrr {}, minstret", ".option pop", out(reg) count) };
    count
}

/// The largest number of bytes of stack that were in use at one time.
pub fn stack_used() -> u32 {
    let (mut at, top) = (&raw const __ebss, &raw const __stack_top);
    // SAFETY: the memory between the program's variables and the end of the stack; what is below the stack pointer may have been
    // written by calls that have returned, hence volatile.
    unsafe {
        while at < top && at.read_volatile() == PAINT {
            at = at.add(1);
        }
    }
    (top.addr() - at.addr()) as u32
}
