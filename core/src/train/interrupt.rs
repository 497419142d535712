//! Ctrl-C as a question to the training loop (feature `interrupt`): it finishes its step, saves, and stops.
//!
//! ```no_run
//! use cotangent::interrupt::Interrupt;
//!
//! let interrupt = Interrupt::new()?;
//! for step in 0..1_000_000 {
//!     // a step
//!     if interrupt.asked() {
//!         println!("stopped after step {step}"); // and saved
//!         break;
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

/// Whether the next signal ends the program, as it does where nobody listens.
static ENDS: AtomicBool = AtomicBool::new(true);

/// Who listens in this program.
struct Listeners {
    /// Whether signals lead here, which stays so.
    registered: bool,
    /// The values of [`Interrupt`].
    living: usize,
}

fn listeners() -> MutexGuard<'static, Listeners> {
    static LISTENERS: Mutex<Listeners> = Mutex::new(Listeners { registered: false, living: 0 });
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the program was asked to stop: by Ctrl-C, `kill`, or the scheduler of a cluster (`SIGINT`, `SIGTERM`).
///
/// The first time, it only says so, from now on. The second time the program ends at once, as without it, so a step that hangs
/// can be stopped too. So it does when no such value is left.
#[derive(Debug)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    ids: Vec<SigId>,
}

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// When the operating system does not let the program listen. Nothing has changed then.
    pub fn new() -> io::Result<Self> {
        let mut listeners = listeners();
        if !listeners.registered {
            for signal in [SIGINT, SIGTERM] {
                // In this order: the first signal must not end the program.
                flag::register_conditional_default(signal, &ENDS)?;
                flag::register(signal, &ENDS)?;
            }
            listeners.registered = true;
        }
        let asked = Arc::new(AtomicBool::new(false));
        let mut ids = Vec::new();
        for signal in [SIGINT, SIGTERM] {
            match flag::register(signal, Arc::clone(&asked)) {
                Ok(id) => ids.push(id),
                Err(error) => {
                    forget(&ids);
                    return Err(error);
                }
            }
        }
        listeners.living += 1;
        ENDS.store(false, Ordering::SeqCst);
        Ok(Self { asked, ids })
    }

    /// Whether the program was asked to stop since this value was made. It costs a read of memory, so ask after each step.
    #[must_use]
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        let mut listeners = listeners();
        forget(&self.ids);
        listeners.living -= 1;
        if listeners.living == 0 {
            ENDS.store(true, Ordering::SeqCst);
        }
    }
}

fn forget(ids: &[SigId]) {
    for id in ids {
        low_level::unregister(*id);
    }
}

#[cfg(test)]
mod tests {
    use signal_hook::consts::SIGTERM;
    use signal_hook::low_level::raise;

    use super::{ENDS, Interrupt, Ordering};

    /// In one test, because a signal is for the whole program.
    #[test]
    fn a_signal_is_a_question_once_for_each_value() {
        for _ in 0..2 {
            let interrupt = Interrupt::new().unwrap();
            assert!(!interrupt.asked());
            raise(SIGTERM).unwrap();
            assert!(interrupt.asked());
            assert!(ENDS.load(Ordering::SeqCst), "the second signal would end the program");
        }
        let (first, second) = (Interrupt::new().unwrap(), Interrupt::new().unwrap());
        drop(first);
        raise(SIGTERM).unwrap();
        assert!(second.asked());
        drop(second);
        assert!(ENDS.load(Ordering::SeqCst));
    }
}
