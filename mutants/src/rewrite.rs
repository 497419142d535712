//! From a source and its places to a source that holds all mutants: `mutant(n)` is true while the program runs as mutant `n`.
//!
//! A mutant is made of the parts as they were, because there is one mutant at a time; what is not mutated holds the places inside.

use std::ops::Range;

use crate::site::{Kind, Site};

/// The source with all mutants, and where they are.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// The numbers of the mutants.
    pub mutants: Vec<u32>,
    /// What only one mutant runs: its number, and the bytes.
    pub alone: Vec<(u32, Range<usize>)>,
    /// The places: their bytes, and the numbers of their mutants.
    pub places: Vec<(Range<usize>, Vec<u32>)>,
}

/// `switch` is the path of the module of `mutant`. `number` gives the mutant of a place, by their positions, its number; none for one that is left out. The places are sorted, the outer ones first.
pub fn rewrite(text: &str, sites: &[Site], switch: &str, number: &impl Fn(usize, usize) -> Option<u32>) -> Rewritten {
    let mut writer = Writer { text, sites, switch, number, next: 0, out: Rewritten::default() };
    writer.copy(0..text.len());
    writer.out
}

struct Writer<'a, F> {
    text: &'a str,
    sites: &'a [Site],
    switch: &'a str,
    number: &'a F,
    next: usize,
    out: Rewritten,
}

impl<F: Fn(usize, usize) -> Option<u32>> Writer<'_, F> {
    fn push(&mut self, text: &str) {
        self.out.text.push_str(text);
    }

    /// A part of the source, with the places in it.
    fn copy(&mut self, part: Range<usize>) {
        let mut at = part.start;
        while let Some(site) = self.sites.get(self.next).filter(|site| site.range.start < part.end) {
            self.push(&self.text[at..site.range.start]);
            self.place();
            at = site.range.end;
        }
        self.push(&self.text[at..part.end]);
    }

    fn place(&mut self) {
        let (i, site, switch) = (self.next, &self.sites[self.next], self.switch);
        self.next += 1;
        let start = self.out.text.len();
        let mutants: Vec<_> = site
            .mutants
            .iter()
            .enumerate()
            .filter_map(|(j, change)| Some(((self.number)(i, j)?, &change.text)))
            .collect();
        match (site.kind, &mutants[..]) {
            (_, []) => self.copy(site.range.clone()),
            (Kind::Statement, [(number, _), ..]) => {
                self.push(&format!("if !{switch}::mutant({number}) {{ "));
                self.copy(site.range.clone());
                self.push(" }");
            }
            (Kind::Answer(answer), [(number, _), ..]) => {
                self.push("((");
                self.copy(site.range.clone());
                self.push(&if answer {
                    format!(") || {switch}::mutant({number}))")
                } else {
                    format!(") && !{switch}::mutant({number}))")
                });
            }
            (Kind::Expression, mutants) => {
                self.push("(");
                for (number, text) in mutants {
                    self.push(&format!("if {switch}::mutant({number}) {{ "));
                    let start = self.out.text.len();
                    self.push(text);
                    self.out.alone.push((*number, start..self.out.text.len()));
                    self.push(" } else ");
                }
                self.push("{ ");
                self.copy(site.range.clone());
                self.push(" })");
            }
        }
        let numbers: Vec<_> = mutants.iter().map(|(number, _)| *number).collect();
        self.out.mutants.extend(&numbers);
        self.out.places.push((start..self.out.text.len(), numbers));
    }
}
