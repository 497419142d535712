//! What a person sees of a training run (feature `report`): a line with its progress, and plots of its [log](crate::log).
//!
//! ```
//! use cotangent::log::{Log, Records};
//! use cotangent::optim::{Cosine, Sgd};
//! use cotangent::prelude::*;
//! use cotangent::report::{Progress, Scale, plot};
//!
//! # let folder = std::env::temp_dir().join(format!("cotangent-report-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let (file, picture) = (folder.join("run.csv"), folder.join("run.svg"));
//! let (mut x, mut optimizer, schedule) = (1.0, Sgd::new(0.1), Cosine::new(0.1, 0.01, 100));
//! let mut log = Log::create(&file, ["loss", "rate"])?;
//! let progress = Progress::new(0..100);
//! for step in 0..100 {
//!     let (loss, gradient) = (x * x / 2.0, x);
//!     optimizer.set_rate(schedule.rate(step));
//!     optimizer.step(&mut x, &gradient);
//!     log.write(step, [loss, schedule.rate(step)])?;
//!     progress.show(step, &[("loss", loss), ("rate", schedule.rate(step))]);
//! }
//! plot(&picture, &Records::read(&file)?, &[("loss", Scale::Log), ("rate", Scale::Linear)])?;
//! # assert!(std::fs::read_to_string(&picture)?.contains("<polyline"));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod plot;
mod progress;

pub use plot::{Scale, plot};
pub use progress::Progress;
