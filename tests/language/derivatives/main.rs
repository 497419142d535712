//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.
//! Here derivatives of all kinds: forward mode, second order, derivatives inside of functions, rules by hand.
#![deny(warnings)]

#[macro_use]
#[path = "../modes.rs"]
mod modes;

mod custom_rules;
mod forms;
mod forward_mode;
mod nested;
mod second_order;
