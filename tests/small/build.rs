//! Where each target's code goes.

use std::env;
use std::path::Path;

fn main() {
    let target = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo says it");
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says it");
    let script = |name: &str| format!("-T{}", Path::new(&folder).join("link").join(name).display());
    let arguments = match target.as_str() {
        "arm" => vec![script("arm.x")],
        "riscv32" => vec![script("riscv.x")],
        "wasm32" => vec!["--no-entry".into(), "--export=run".into()],
        _ => ["-nostartfiles", "-nostdlib", "-static", "-no-pie"].map(String::from).to_vec(),
    };
    for argument in arguments {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
    println!("cargo:rerun-if-changed=link");
}
