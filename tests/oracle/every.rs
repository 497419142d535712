//! All cases of `main.rs`.

macro_rules! every {
    ($($cases:tt)*) => {
        $($cases)*
    };
}

mod case;
mod shapes;
