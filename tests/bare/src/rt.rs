//! What an operating system's library would do: start the program on a stack, print, exit, and move bytes.
//!
//! This file is for Linux on x86-64, the only one here that is, and the only one with `unsafe` code.
#![allow(unsafe_code, reason = "system calls, and the symbols that compiled code expects")]

use core::arch::{asm, global_asm};
use core::cell::UnsafeCell;
use core::fmt::{self, Write};
use core::panic::PanicInfo;

/// How many bytes of stack the program has.
pub const STACK_BYTES: usize = 512 * 1024;

/// What every byte of the stack holds until it is used.
const PAINT: u8 = 0xA5;

/// Memory for the stack. By this name it is only read, to see how much of it was used.
#[repr(C, align(16))]
struct Stack(UnsafeCell<[u8; STACK_BYTES]>);

// SAFETY: the program has one thread.
unsafe impl Sync for Stack {}

static STACK: Stack = Stack(UnsafeCell::new([0; STACK_BYTES]));

// Paints the stack, which leaves rdi at its end, and starts there.
global_asm!(
    ".globl _start",
    "_start:",
    "xor ebp, ebp",
    "lea rdi, [rip + {stack}]",
    "mov ecx, {bytes}",
    "mov eax, {paint}",
    "rep stosb",
    "mov rsp, rdi",
    "call {run}",
    "ud2",
    stack = sym STACK,
    bytes = const STACK_BYTES,
    paint = const PAINT,
    run = sym run,
);

extern "C" fn run() -> ! {
    exit(crate::main())
}

/// The largest number of bytes of stack that were in use at one time.
pub fn stack_used() -> usize {
    let bottom = STACK.0.get().cast::<u8>();
    // SAFETY: all the bytes read lie in `STACK`. What lies below the stack pointer may have been written by calls that have
    // returned, which the compiler does not know: hence volatile.
    let untouched = (0..STACK_BYTES).take_while(|&i| unsafe { bottom.add(i).read_volatile() } == PAINT).count();
    STACK_BYTES - untouched
}

/// Where `write!` prints to: standard output.
pub struct Output;

impl Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let written: isize;
            // SAFETY: system call 1, `write`, reads `rest`, and changes rax, rcx and r11.
            unsafe {
                asm!(
                    "syscall", inlateout("rax") 1_isize => written, in("rdi") 1, in("rsi") rest.as_ptr(), in("rdx") rest.len(),
                    lateout("rcx") _, lateout("r11") _, options(nostack, readonly),
                );
            }
            rest = usize::try_from(written).ok().and_then(|written| rest.get(written..)).ok_or(fmt::Error)?;
        }
        Ok(())
    }
}

/// Ends the program.
fn exit(code: i32) -> ! {
    // SAFETY: system call 231, `exit_group`, does not return.
    unsafe { asm!("syscall", in("rax") 231, in("rdi") code, options(noreturn, nostack)) }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Output, "{info}");
    exit(101)
}

// The library `core` comes compiled for unwinding, and a build that is not optimised names these two.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume() -> ! {
    exit(102)
}

// The compiler calls these to copy, fill and compare. They are written in assembly because it would turn a loop that copies into
// a call of `memcpy`, that is, of itself.

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8 {
    // SAFETY: the caller's.
    unsafe {
        asm!(
            "rep movsb", inout("rcx") bytes => _, inout("rdi") to => _, inout("rsi") from => _,
            options(nostack, preserves_flags),
        );
    }
    to
}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8 {
    if to.addr().wrapping_sub(from.addr()) >= bytes {
        // SAFETY: the caller's; `to` does not lie in the bytes to read, so that forwards nothing is overwritten too early.
        return unsafe { memcpy(to, from, bytes) };
    }
    // SAFETY: the caller's; there is a last byte, because `bytes` is larger than a difference.
    unsafe {
        asm!(
            "std", "rep movsb", "cld",
            inout("rcx") bytes => _, inout("rdi") to.add(bytes - 1) => _, inout("rsi") from.add(bytes - 1) => _,
            options(nostack),
        );
    }
    to
}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memset(to: *mut u8, value: i32, bytes: usize) -> *mut u8 {
    // SAFETY: the caller's.
    unsafe {
        asm!(
            "rep stosb", inout("rcx") bytes => _, inout("rdi") to => _, in("eax") value,
            options(nostack, preserves_flags),
        );
    }
    to
}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, bytes: usize) -> i32 {
    for i in 0..bytes {
        // SAFETY: the caller's. Volatile for the same reason as above.
        let (a, b) = unsafe { (a.add(i).read_volatile(), b.add(i).read_volatile()) };
        if a != b {
            return i32::from(a) - i32::from(b);
        }
    }
    0
}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, bytes: usize) -> i32 {
    // SAFETY: the caller's.
    unsafe { memcmp(a, b, bytes) }
}
