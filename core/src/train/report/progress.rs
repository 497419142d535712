//! The line that shows how far a run is.

use core::fmt::Write;
use core::ops::Range;
use std::string::String;

use indicatif::{ProgressBar, ProgressStyle};

/// A line in the terminal: how much is done, some numbers, and the time that is left.
///
/// ```text
/// ━━━━━━━━━━━━━━━━────────────── 5342/10000 loss 0.0913, rate 0.00075, 2m left
/// ```
///
/// It is written to the standard error, at most twenty times a second, and only if that is a terminal: of a program whose
/// output goes to a file, the [log](crate::log) says more. When the value is dropped, also in the middle of a run, the line stays, with the
/// time that the run took.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// The progress of a run with these steps. One that goes on from a checkpoint begins with its next step, `step..1_000`; the
    /// time that is left is estimated from the steps that this program has made.
    #[must_use]
    pub fn new(steps: Range<u64>) -> Self {
        Self::on(ProgressBar::new(steps.end), steps.start)
    }

    fn on(bar: ProgressBar, first: u64) -> Self {
        let bar = bar.with_style(style("{bar:30} {pos}/{len} {msg}{eta} left")).with_position(first);
        bar.reset_eta();
        Self { bar }
    }

    /// Shows that a step is done, with numbers of four digits and their names: `&[("loss", loss), ("rate", rate)]`.
    pub fn show(&self, step: u64, numbers: &[(&str, f64)]) {
        self.bar.set_message(text(numbers));
        self.bar.set_position(step.saturating_add(1));
    }

    /// Writes a line of text above, as for a model that was saved. Where the progress is not shown, the text is.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| std::eprintln!("{text}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.set_style(style("{bar:30} {pos}/{len} {msg}in {elapsed}"));
        self.bar.abandon();
    }
}

fn style(line: &str) -> ProgressStyle {
    ProgressStyle::with_template(line).expect("a line that a test has shown").progress_chars("━━─")
}

/// `loss 0.0913, rate 0.00075, `
fn text(numbers: &[(&str, f64)]) -> String {
    let mut text = String::new();
    for (name, number) in numbers {
        // Writing to a string does not fail.
        let _ = match number.abs() {
            0.0 => write!(text, "{name} 0, "),
            size if size.is_finite() => {
                // Four digits, of which zeros at the end are left out.
                let short: f64 = std::format!("{number:.3e}").parse().unwrap_or(*number);
                if (1e-5..1e7).contains(&size) {
                    write!(text, "{name} {short}, ")
                } else {
                    write!(text, "{name} {short:e}, ")
                }
            }
            _ => write!(text, "{name} {number}, "),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::string::String;
    use std::sync::{Arc, Mutex};

    use indicatif::{ProgressBar, ProgressDrawTarget, TermLike};

    use super::{Progress, text};

    #[test]
    fn numbers_have_four_digits() {
        let numbers = [("a", 0.123_456), ("b", 1e-3), ("c", 0.0), ("d", -123_456.0), ("e", 1.5e-9), ("f", f64::NAN)];
        assert_eq!(text(&numbers), "a 0.1235, b 0.001, c 0, d -123500, e 1.5e-9, f NaN, ");
        assert_eq!(text(&[("x", f64::NEG_INFINITY), ("y", 9.999_99)]), "x -inf, y 10, ");
        assert_eq!(text(&[]), "");
    }

    /// A terminal that keeps what is written.
    #[derive(Clone, Debug, Default)]
    struct Kept(Arc<Mutex<String>>);

    impl TermLike for Kept {
        fn width(&self) -> u16 {
            100
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, line: &str) -> io::Result<()> {
            self.write_str(line)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_line_has_the_step_the_numbers_and_the_time() {
        let kept = Kept::default();
        let target = ProgressDrawTarget::term_like(std::boxed::Box::new(kept.clone()));
        let progress = Progress::on(ProgressBar::with_draw_target(Some(10), target), 4);
        progress.show(6, &[("loss", 0.25)]);
        progress.bar.tick();
        drop(progress);
        let shown = kept.0.lock().unwrap();
        assert!(shown.contains(" 7/10 loss 0.25, "), "{shown}");
        assert!(shown.contains("s left"), "{shown}");
        assert!(shown.contains(" 7/10 loss 0.25, in 0s"), "{shown}");
    }
}
