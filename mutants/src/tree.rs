//! The copy of the workspace in which the mutants are: its sources, numbered.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::explained::line;
use crate::rewrite::{Rewritten, rewrite};
use crate::site::{Change, Site};
use crate::subject::Subject;

/// A source, and the number of its first mutant.
#[derive(Debug)]
struct Source {
    path: String,
    text: String,
    sites: Vec<Site>,
    first: u32,
    written: Rewritten,
}

/// A mutant, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The source, from the root of the workspace.
    pub path: String,
    /// The line of it.
    pub line: usize,
    /// What stands there.
    pub original: String,
    /// What stands there instead.
    pub mutated: String,
}

impl Mutant {
    fn new(path: &str, text: &str, range: &Range<usize>, change: &Change) -> Self {
        Self {
            path: path.to_owned(),
            line: text[..range.start].matches('\n').count() + 1,
            original: in_a_line(&text[range.clone()]),
            mutated: in_a_line(&change.text),
        }
    }
}

/// The copy.
#[derive(Debug)]
pub struct Tree {
    /// Its root.
    pub folder: PathBuf,
    subject: Subject,
    sources: Vec<Source>,
    dropped: BTreeSet<u32>,
}

impl Tree {
    /// Copies the workspace at `root`, with mutants in the sources of the subject whose path begins with one of `wanted`, or in all;
    /// only those that are `listed`, if there is a list.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a source is no Rust.
    pub fn new(
        root: &Path,
        folder: &Path,
        subject: Subject,
        wanted: &[String],
        listed: Option<&BTreeSet<String>>,
    ) -> Result<Self, String> {
        let mut tree = Self { folder: folder.to_owned(), subject, sources: Vec::new(), dropped: BTreeSet::new() };
        let mut next = 1;
        for path in tracked(root)? {
            if subject.wants(&path, wanted) {
                let text = fs::read_to_string(root.join(&path)).map_err(|error| format!("{path}: {error}"))?;
                let mut sites = (subject.sites)(&text).map_err(|error| format!("{path}: {error}"))?;
                if let Some(listed) = listed {
                    for Site { range, mutants, .. } in &mut sites {
                        mutants.retain(|change| listed.contains(&line(&Mutant::new(&path, &text, range, change))));
                    }
                }
                let first = next;
                next += few(sites.iter().map(|site| site.mutants.len()).sum());
                tree.sources.push(Source { path, text, sites, first, written: Rewritten::default() });
            } else {
                tree.copy(root, &path)?;
            }
        }
        let library = fs::read_to_string(root.join(subject.root)).map_err(|error| error.to_string())?;
        let module = format!("#[doc(hidden)]\n#[allow(missing_docs)]\n{}\nextern crate std;\n", subject.module);
        put(&tree.folder.join(subject.root), &(library + &module))?;
        put(&tree.folder.join(subject.root).with_file_name("mutants.rs"), include_str!("switch.rs"))?;
        tree.write()?;
        Ok(tree)
    }

    fn copy(&self, root: &Path, path: &str) -> Result<(), String> {
        let to = self.folder.join(path);
        let new = fs::read(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
        // What has not changed keeps its date, so that it is not compiled again.
        if path != self.subject.root && fs::read(&to).ok().as_ref() != Some(&new) {
            fs::create_dir_all(to.parent().unwrap_or(&to)).map_err(|error| error.to_string())?;
            fs::write(&to, new).map_err(|error| format!("{path}: {error}"))?;
        }
        Ok(())
    }

    /// Leaves out all mutants that do not move parts.
    ///
    /// # Errors
    /// If a source cannot be written.
    pub fn only_moved(&mut self) -> Result<(), String> {
        let all = self.sources.iter().flat_map(|source| {
            let changes = source.sites.iter().flat_map(|site| &site.mutants);
            (source.first..).zip(changes).filter(|(_, change)| !change.moves).map(|(number, _)| number)
        });
        self.dropped.extend(all);
        self.write()
    }

    /// Takes those again, with the moved ones that are left.
    ///
    /// # Errors
    /// If a source cannot be written.
    pub fn all_others(&mut self) -> Result<(), String> {
        for source in &self.sources {
            let changes = source.sites.iter().flat_map(|site| &site.mutants);
            for (number, _) in (source.first..).zip(changes).filter(|(_, change)| !change.moves) {
                self.dropped.remove(&number);
            }
        }
        self.write()
    }

    /// Writes the sources without the mutants that are left out.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn write(&mut self) -> Result<(), String> {
        for source in &mut self.sources {
            let mut firsts = vec![source.first];
            for site in &source.sites {
                firsts.push(firsts[firsts.len() - 1] + few(site.mutants.len()));
            }
            let number = |i: usize, j: usize| {
                let number = firsts[i] + few(j);
                (!self.dropped.contains(&number)).then_some(number)
            };
            source.written = rewrite(&source.text, &source.sites, self.subject.switch, &number);
            put(&self.folder.join(&source.path), &source.written.text)?;
        }
        Ok(())
    }

    /// All mutants that are left.
    pub fn numbers(&self) -> Vec<u32> {
        self.sources.iter().flat_map(|source| source.written.mutants.iter().copied()).collect()
    }

    /// How many there were.
    pub fn found(&self) -> usize {
        self.sources.iter().flat_map(|source| &source.sites).map(|site| site.mutants.len()).sum()
    }

    /// A mutant by its number.
    ///
    /// # Panics
    /// If there is none.
    pub fn mutant(&self, number: u32) -> Mutant {
        let source = self.sources.iter().rfind(|source| source.first <= number).expect("numbers begin at 1");
        let mut j = (number - source.first) as usize;
        let mut sites = source.sites.iter();
        let site = loop {
            let site = sites.next().expect("a mutant of this source");
            if j < site.mutants.len() {
                break site;
            }
            j -= site.mutants.len();
        };
        Mutant::new(&source.path, &source.text, &site.range, &site.mutants[j])
    }

    /// Leaves out what an error is about, whose parts are in these files at these bytes, the most telling first. Returns what that is.
    pub fn blame(&mut self, parts: &[(String, Range<usize>)]) -> Vec<u32> {
        let inside = |range: &Range<usize>, at: &Range<usize>| range.start <= at.start && at.end <= range.end;
        let written = |path: &str| self.sources.iter().find(|source| source.path == path).map(|source| &source.written);
        let known: Vec<_> = parts.iter().filter_map(|(path, at)| Some((written(path)?, at))).collect();
        let alone = known.iter().find_map(|(written, at)| {
            let around = written.alone.iter().filter(|(_, range)| inside(range, at));
            around.min_by_key(|(_, range)| range.len()).map(|(number, _)| vec![*number])
        });
        let place = || {
            known.iter().find_map(|(written, at)| {
                let around = written.places.iter().filter(|(range, numbers)| !numbers.is_empty() && inside(range, at));
                around.min_by_key(|(range, _)| range.len()).map(|(_, numbers)| numbers.clone())
            })
        };
        let blamed = alone.or_else(place).unwrap_or_default();
        self.dropped.extend(&blamed);
        blamed
    }
}

/// There are not that many mutants.
fn few(number: usize) -> u32 {
    u32::try_from(number).expect("a number of mutants")
}

/// Writes a file, unless it has this text.
fn put(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).ok().as_deref() == Some(text) {
        return Ok(());
    }
    let say = |error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(say)?;
    fs::write(path, text).map_err(say)
}

fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tracked(root: &Path) -> Result<Vec<String>, String> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|path| root.join(path).is_file())
        .map(str::to_owned)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::RULES;

    /// Mutants 1 and 2 are those of `+`, 3 that of the sign, 4 drops the statement.
    fn tree() -> Tree {
        let text = "fn f() { g; }  fn h() -> f64 { -a + b } fn i() { j.k(); }".to_owned();
        let sites = (RULES.sites)(&text).unwrap();
        let first = |i: usize| 1 + sites[..i].iter().map(|site| site.mutants.len()).sum::<usize>();
        let written = rewrite(&text, &sites, RULES.switch, &|i, j| Some(u32::try_from(first(i) + j).unwrap()));
        let source = Source { path: "x.rs".into(), text, sites, first: 1, written };
        Tree { folder: PathBuf::new(), subject: RULES, sources: vec![source], dropped: BTreeSet::new() }
    }

    fn at(tree: &Tree, path: &str, part: &str) -> (String, Range<usize>) {
        let start = tree.sources[0].written.text.find(part).unwrap();
        (path.to_owned(), start..start + part.len())
    }

    #[test]
    fn numbers_lead_to_what_is_changed() {
        let tree = tree();
        assert_eq!(tree.numbers().len(), 4);
        let lines: Vec<_> = (1..=4).map(|number| line(&tree.mutant(number))).collect();
        let expected =
            ["x.rs: -a + b => -a - b", "x.rs: -a + b => -a * b", "x.rs: -a => a", "x.rs: j.k(); => (nothing)"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn an_error_in_a_mutant_blames_it_alone() {
        let mut tree = tree();
        let part = at(&tree, "x.rs", "-a * b");
        assert_eq!(tree.blame(&[at(&tree, "y.rs", "-a"), part]), [2]);
        assert!(tree.dropped.contains(&2));
    }

    #[test]
    fn an_error_beside_mutants_blames_those_of_the_smallest_place() {
        let mut tree = tree();
        let part = at(&tree, "x.rs", "-a })");
        assert_eq!(tree.blame(&[(part.0.clone(), part.1.start..part.1.start + 2)]), [3]);
        assert_eq!(tree.blame(&[at(&tree, "x.rs", "j.k();")]), [4]);
    }

    #[test]
    fn an_error_elsewhere_blames_nothing() {
        let mut tree = tree();
        assert_eq!(tree.blame(&[at(&tree, "x.rs", "g;"), at(&tree, "y.rs", "-a * b")]), [0; 0]);
    }
}
