//! The command line of the language tests under rewrites: see the README.

use std::path::PathBuf;
use std::process::ExitCode;

use cotangent_random_programs::command::{run, target, yes};
use cotangent_random_programs::language::crates::Crates;
use cotangent_random_programs::language::report::{counted, details, table};
use cotangent_random_programs::rewrite::Change;
use cotangent_random_programs::rng::Rng;

const USAGE: &str = "\
the language tests, their functions rewritten

    --seed N        which function is rewritten how is determined by it (1)
    --share N       at how many percent of the places of a function (40)
    --rewrite NAME  only this rewrite, or those whose names begin so; may stand several times
    --module NAME   only the tests of this module; may stand several times
    --function NAME only functions of this name
    --second yes    second derivatives too
    --crates N      how many crates the tests become (8)
    --folder PATH   where they go (target/language-rewrites)
    --list true     all rewrites";

fn main() -> ExitCode {
    run(USAGE, command)
}

fn command(mut arguments: impl Iterator<Item = String>) -> Result<ExitCode, String> {
    let mut folder = target("language-rewrites");
    let (mut seed, mut share, mut count, mut second) = (1, 40, 8, false);
    let (mut rewrites, mut modules, mut functions) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("`{argument}` needs a value"))?;
        let number = || value.parse::<usize>().map_err(|_| format!("`{value}` is not a number"));
        match argument.as_str() {
            "--seed" => seed = number()? as u64,
            "--share" => share = number()?,
            "--crates" => count = number()?,
            "--second" => second = yes(&value)?,
            "--rewrite" => rewrites.push(value),
            "--module" => modules.push(value),
            "--function" => functions.push(value),
            "--folder" => folder = PathBuf::from(value),
            "--list" => {
                Change::named(&[]).iter().for_each(|change| println!("{}", change.name()));
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(format!("there is no option `{argument}`")),
        }
    }
    let changes = Change::named(&rewrites);
    let mut crates = Crates::read(&folder, count, &modules, second)?;
    let mut rng = Rng::new(seed, 0);
    for source in &mut crates.sources {
        source.plan(&changes, share, &mut rng, &|name| functions.is_empty() || functions.iter().any(|f| f == name));
    }
    let progress = |line: &str| println!("{line}");
    crates.settle(&progress)?;
    let (passed, failures) = crates.run(&progress)?;
    let failures = counted(failures);
    let path = folder.join("report.txt");
    std::fs::write(&path, details(&crates, &failures)).map_err(|error| format!("{}: {error}", path.display()))?;
    print!("{}", table(&crates, &failures));
    for failure in &failures {
        println!("{} failed: {}", failure.test, failure.message.lines().nth(1).unwrap_or(&failure.message));
    }
    println!("{passed} tests passed, {} failed; all that is known stands in {}", failures.len(), path.display());
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
