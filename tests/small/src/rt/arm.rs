//! Cortex-M, on QEMU's board `mps2-an386`: output by semihosting, instructions by the SysTick timer.

use core::arch::{asm, global_asm};
use core::fmt;

unsafe extern "C" {
    static __ebss: u32;
    static __stack_top: u32;
    fn reset() -> !;
}

/// What every word of the stack holds until it is used.
const PAINT: u32 = 0xA5A5_A5A5;

#[repr(C)]
union Vector {
    address: *const u32,
    handler: unsafe extern "C" fn() -> !,
}

#[repr(C)]
struct Vectors([Vector; 7]);

// SAFETY: it is never written.
unsafe impl Sync for Vectors {}

#[unsafe(link_section = ".vectors")]
#[used]
static VECTORS: Vectors = Vectors([
    Vector { address: &raw const __stack_top },
    Vector { handler: reset },
    Vector { handler: fault },
    Vector { handler: fault },
    Vector { handler: fault },
    Vector { handler: fault },
    Vector { handler: fault },
]);

// `.data` is copied, `.bss` cleared, and the rest of the memory painted. These are instructions of ARMv6-M.
global_asm!(
    ".section .text.reset,\"ax\"",
    ".globl reset",
    ".thumb_func",
    ".type reset,%function",
    "reset:",
    "ldr r0, =__sdata",
    "ldr r1, =__edata",
    "ldr r2, =__sidata",
    "1: cmp r0, r1",
    "bhs 2f",
    "ldmia r2!, {{r3}}",
    "stmia r0!, {{r3}}",
    "b 1b",
    "2: ldr r0, =__sbss",
    "ldr r1, =__ebss",
    "movs r3, #0",
    "3: cmp r0, r1",
    "bhs 4f",
    "stmia r0!, {{r3}}",
    "b 3b",
    "4: ldr r1, =__stack_top",
    "ldr r3, ={paint}",
    "5: cmp r0, r1",
    "bhs 6f",
    "stmia r0!, {{r3}}",
    "b 5b",
    "6: bl switch_on",
    "bl {run}",
    "udf #0",
    ".pool",
    paint = const PAINT,
    run = sym run,
);

// The floating-point unit is off at the start.
#[cfg(target_abi = "eabihf")]
global_asm!(
    ".section .text.reset,\"ax\"",
    ".thumb_func",
    "switch_on:",
    "ldr r0, =0xE000ED88",
    "ldr r1, =0xF00000",
    "str r1, [r0]",
    "dsb",
    "isb",
    "bx lr",
    ".pool",
);
#[cfg(not(target_abi = "eabihf"))]
global_asm!(".section .text.reset,\"ax\"", ".thumb_func", "switch_on:", "bx lr");

extern "C" fn run() -> ! {
    for (register, value) in [(0xE000_E014_usize, 0xFF_FFFF_u32), (0xE000_E018, 0), (0xE000_E010, 5)] {
        // SAFETY: the registers of SysTick: it counts down from the largest number, from the processor's clock.
        unsafe { (register as *mut u32).write_volatile(value) };
    }
    exit(crate::main())
}

extern "C" fn fault() -> ! {
    exit(103)
}

pub fn exit(code: i32) -> ! {
    let block = [0x2_0026_u32, code.cast_unsigned()];
    // SAFETY: semihosting call `SYS_EXIT_EXTENDED`, which does not return.
    unsafe { asm!("bkpt 0xab", in("r0") 0x20, in("r1") block.as_ptr()) };
    loop {}
}

pub fn print(text: &[u8]) -> fmt::Result {
    for byte in text {
        // SAFETY: semihosting call `SYS_WRITEC`, which reads one byte.
        unsafe { asm!("bkpt 0xab", inlateout("r0") 3 => _, in("r1") byte) };
    }
    Ok(())
}

/// Counts instructions: QEMU is told that each takes a nanosecond, and a tick takes forty.
pub struct Clock(u32);

impl Clock {
    /// Now.
    pub fn start() -> Self {
        Self(ticks())
    }

    /// The instructions since then, of at most 600 million.
    pub fn instructions(&self) -> u32 {
        (self.0.wrapping_sub(ticks()) & 0xFF_FFFF) * 40
    }
}

fn ticks() -> u32 {
    // SAFETY: the register with SysTick's number.
    unsafe { (0xE000_E018 as *const u32).read_volatile() }
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
