//! What a function calls.

use std::collections::{BTreeSet, HashMap, HashSet};

use syn::{Ident, Path};

use super::exchanges::Exchange;
use crate::classify::primitives::Numbers;
use crate::features::FORWARD_MODE;
use crate::ir::{Function, Op, Step};
use crate::naming::{callee, differentiated_callee, function_of_a_type};

/// The calls of a function.
#[derive(Default)]
pub(crate) struct Calls {
    /// The functions that it calls, or whose derivatives it calls, and their names in derived code.
    pub functions: Vec<(Path, Ident)>,
    /// How many arguments those of them have that may be given whole numbers alone in each call.
    pub perhaps_plain: HashMap<Ident, usize>,
    /// The functions of `std::mem` that some of them may be, or nothing for a call that cannot be of one.
    pub exchanges: HashMap<Ident, Option<Exchange>>,
    /// Those that it may pass by name, which may be constants too.
    pub named: Vec<(Path, Ident)>,
    /// The names of the methods.
    pub methods: BTreeSet<Ident>,
    /// The names of the functions of types, `Type::name(..)`.
    pub functions_of_types: BTreeSet<Ident>,
    /// The links of the methods, and of operators whose types decide which rule they have.
    pub links: HashSet<usize>,
    /// The links of what methods may read of their operands.
    pub readings: HashSet<usize>,
}

impl Calls {
    pub(super) fn of(function: &Function, numbers: &Numbers) -> Self {
        let mut calls = Self::default();
        function.body.each_step(&mut |step| match step {
            Step::Let { op: Op::Method(method), .. } => {
                calls.links.extend([method.link]);
                calls.readings.extend(method.either.iter().map(|either| either.link));
            }
            Step::Let { op, .. } => calls.links.extend(op.operator_link()),
            Step::Accumulate { link, .. } => calls.links.extend(link),
            _ => {}
        });
        calls.collect(function, function, numbers);
        for (path, arguments) in &function.observers.perhaps_plain {
            calls.add_perhaps_plain(function, path, *arguments);
        }
        for path in &function.observers.functions {
            calls.perhaps_plain.remove(&callee(path));
            calls.add(function, path, callee(path));
        }
        calls.functions_of_types.extend(function.observers.functions_of_types.iter().cloned());
        function.observers.names.iter().for_each(|path| calls.add_named(function, path));
        calls
    }

    /// The calls of a function or of a closure in it, which looks names up as `outer` does.
    fn collect(&mut self, outer: &Function, function: &Function, numbers: &Numbers) {
        function.body.each_step(&mut |step| match step {
            Step::Let { op: op @ Op::Call { path, operands, perhaps_plain, .. }, .. } => {
                let exchange = Exchange::of(op);
                let known = self.exchanges.entry(callee(path)).or_insert(exchange);
                if *known != exchange {
                    *known = None;
                }
                if *perhaps_plain {
                    self.add_perhaps_plain(outer, path, operands.len());
                } else {
                    self.perhaps_plain.remove(&callee(path));
                    self.add(outer, path, callee(path));
                }
            }
            Step::Let { op: Op::Nested(nested), .. } => {
                self.add(outer, &nested.function, differentiated_callee(&nested.function));
            }
            Step::Let { op: Op::Closure(closure), .. } => self.collect(outer, &closure.function, &Numbers::default()),
            // The function is a variable.
            Step::Let { op: Op::Method(method), .. } if method.is_call => {}
            // Its rule is looked up only where values have tangents.
            Step::Let { op: Op::Method(method), .. } if !FORWARD_MODE && numbers.method(method.link).is_some() => {}
            Step::Let { op: Op::Method(method), .. } => {
                let among = if method.of.is_none() { &mut self.methods } else { &mut self.functions_of_types };
                among.insert(method.name.clone());
            }
            _ => {}
        });
    }

    /// A name that is passed. The rule of `Type::name` is one of a function of a type.
    fn add_named(&mut self, function: &Function, path: &Path) {
        if let Some(name) = function_of_a_type(path) {
            self.functions_of_types.insert(name);
            return;
        }
        let name = callee(path);
        if !self.functions.iter().chain(&self.named).any(|(_, known)| *known == name) {
            self.named.push((bare(&function.imports.outside(path)), name));
        }
    }

    /// A function that may have no derivative, unless another call wants one.
    fn add_perhaps_plain(&mut self, function: &Function, path: &Path, arguments: usize) {
        let name = callee(path);
        if !self.functions.iter().any(|(_, known)| *known == name) {
            self.perhaps_plain.insert(name.clone(), arguments);
        }
        self.add(function, path, name);
    }

    fn add(&mut self, function: &Function, path: &Path, name: Ident) {
        if !self.functions.iter().any(|(_, known)| *known == name) {
            // A function and the struct beside it are looked up in one place: an import may bring the function alone.
            self.functions.push((bare(&function.imports.outside(path)), name));
        }
    }
}

/// The path without generic arguments.
pub(crate) fn bare(path: &Path) -> Path {
    let mut bare = path.clone();
    if let Some(last) = bare.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    bare
}
