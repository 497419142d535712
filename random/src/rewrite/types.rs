//! What is certainly of which type: a rewrite is made where it cannot change one.

use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::{
    BinOp, Expr, ExprMethodCall, Fields, File, FnArg, GenericParam, Item, Lit, Local, Member, Pat, ReturnType,
    Signature, Stmt, Type, UnOp,
};

/// A type, as far as rewrites need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// Numbers with a derivative: `f64`, `f32`, or a parameter `T` of the function.
    Number(String),
    /// `usize`
    Whole,
    /// `bool`
    Flag,
    /// `[T; N]`
    Array(Box<Ty>),
    /// `[T]` or `Vec<T>`
    List(Box<Ty>),
    /// A tuple.
    Tuple(Vec<Ty>),
    /// A struct of the file, without parameters.
    Struct(String),
    /// `&T`
    Shared(Box<Ty>),
    /// `&mut T`
    Lent(Box<Ty>),
}

impl Ty {
    /// What is behind references.
    pub fn seen(&self) -> &Self {
        match self {
            Self::Shared(inner) | Self::Lent(inner) => inner.seen(),
            other => other,
        }
    }

    /// A number, its own or behind a reference.
    fn number(&self) -> Option<Self> {
        match self.seen() {
            found @ (Self::Number(_) | Self::Whole) => Some(found.clone()),
            _ => None,
        }
    }

    fn element(&self) -> Option<Self> {
        match self.seen() {
            Self::Array(element) | Self::List(element) => Some((**element).clone()),
            _ => None,
        }
    }
}

/// What the items of a file say.
#[derive(Clone, Debug, Default)]
pub struct Items {
    /// The fields of structs.
    fields: HashMap<String, HashMap<String, Type>>,
    /// Structs that can be copied.
    copied: HashSet<String>,
    /// The results of functions without type parameters.
    results: HashMap<String, Type>,
    /// Constants, unit structs and the like: a pattern of that name binds nothing.
    pub constants: HashSet<String>,
}

impl Items {
    /// Those of a file, in its modules too.
    pub fn of(file: &File) -> Self {
        let mut found = Self::default();
        found.add(&file.items);
        found
    }

    fn add(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Struct(item) => {
                    let name = item.ident.to_string();
                    if item.attrs.iter().any(|attr| attr.to_token_stream().to_string().contains("Copy")) {
                        self.copied.insert(name.clone());
                    }
                    match &item.fields {
                        Fields::Unit => _ = self.constants.insert(name),
                        fields if item.generics.params.is_empty() => {
                            let named = |(i, field): (usize, &syn::Field)| {
                                let name = field.ident.as_ref().map_or_else(|| i.to_string(), ToString::to_string);
                                (name, field.ty.clone())
                            };
                            self.fields.insert(name, fields.iter().enumerate().map(named).collect());
                        }
                        _ => {}
                    }
                }
                Item::Fn(item) => {
                    if let ReturnType::Type(_, ty) = &item.sig.output
                        && item.sig.generics.type_params().next().is_none()
                    {
                        self.results.insert(item.sig.ident.to_string(), (**ty).clone());
                    }
                }
                Item::Enum(item) => {
                    let units = item.variants.iter().filter(|variant| matches!(variant.fields, Fields::Unit));
                    self.constants.extend(units.map(|variant| variant.ident.to_string()));
                }
                Item::Const(item) => _ = self.constants.insert(item.ident.to_string()),
                Item::Static(item) => _ = self.constants.insert(item.ident.to_string()),
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        self.add(items);
                    }
                }
                _ => {}
            }
        }
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// Its type, where that is certain.
    pub ty: Option<Ty>,
    /// Whether it is `mut`.
    pub mutable: bool,
    /// Whether it gets its value after its declaration.
    pub late: bool,
}

/// What names mean at a place.
#[derive(Clone, Debug)]
pub struct Scope<'f> {
    items: &'f Items,
    /// The variables, oldest first.
    pub vars: Vec<Var>,
    /// Type parameters that stand for numbers.
    generics: HashSet<String>,
    /// What a literal like `2.0` is, if there is no doubt.
    literal: Option<Ty>,
}

impl<'f> Scope<'f> {
    /// That of the parameters of a function.
    pub fn of(signature: &Signature, items: &'f Items) -> Self {
        let number = |param: &GenericParam| match param {
            GenericParam::Type(param) => {
                let bounds = param.bounds.to_token_stream().to_string();
                (bounds.contains("Real") || bounds.contains("Float")).then(|| param.ident.to_string())
            }
            _ => None,
        };
        let generics: HashSet<_> = signature.generics.params.iter().filter_map(number).collect();
        let text = signature.to_token_stream().to_string();
        let sure = signature.generics.type_params().next().is_none() && !text.contains("f32");
        let literal = sure.then(|| Ty::Number("f64".to_owned()));
        let mut scope = Self { items, vars: Vec::new(), generics, literal };
        for input in &signature.inputs {
            match input {
                FnArg::Typed(input) => {
                    let ty = scope.ty(&input.ty);
                    scope.bind(&input.pat, ty.as_ref());
                }
                FnArg::Receiver(_) => {
                    scope.vars.push(Var { name: "self".to_owned(), ty: None, mutable: false, late: false });
                }
            }
        }
        scope
    }

    /// The same before the parameters.
    #[must_use]
    pub fn without_variables(&self) -> Self {
        Self { vars: Vec::new(), ..self.clone() }
    }

    /// The variable of a name.
    pub fn var(&self, name: &str) -> Option<&Var> {
        self.vars.iter().rev().find(|var| var.name == name)
    }

    /// Whether a name alone in a pattern is a new variable.
    pub fn binds(&self, name: &str) -> bool {
        name != "None" && !self.items.constants.contains(name)
    }

    /// Takes the names of a pattern in.
    pub fn bind(&mut self, pat: &Pat, ty: Option<&Ty>) {
        match pat {
            Pat::Ident(name) => {
                if self.binds(&name.ident.to_string()) {
                    let ty = if name.by_ref.is_none() { ty.cloned() } else { None };
                    let mutable = name.mutability.is_some();
                    self.vars.push(Var { name: name.ident.to_string(), ty, mutable, late: false });
                }
                if let Some((_, pat)) = &name.subpat {
                    self.bind(pat, None);
                }
            }
            Pat::Type(typed) => {
                let ty = self.ty(&typed.ty);
                self.bind(&typed.pat, ty.as_ref());
            }
            Pat::Reference(pat) => {
                let inner = match ty {
                    Some(Ty::Shared(inner) | Ty::Lent(inner)) => Some(&**inner),
                    _ => None,
                };
                self.bind(&pat.pat, inner);
            }
            Pat::Paren(pat) => self.bind(&pat.pat, ty),
            Pat::Tuple(tuple) => {
                let parts = match ty {
                    Some(Ty::Tuple(parts)) if parts.len() == tuple.elems.len() => Some(parts),
                    _ => None,
                };
                for (i, pat) in tuple.elems.iter().enumerate() {
                    self.bind(pat, parts.map(|parts| &parts[i]));
                }
            }
            Pat::Slice(slice) => {
                let element = match ty {
                    Some(Ty::Array(element)) if !slice.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))) => {
                        Some(&**element)
                    }
                    _ => None,
                };
                slice.elems.iter().for_each(|pat| self.bind(pat, element));
            }
            Pat::TupleStruct(pat) => pat.elems.iter().for_each(|pat| self.bind(pat, None)),
            Pat::Struct(pat) => pat.fields.iter().for_each(|field| self.bind(&field.pat, None)),
            Pat::Or(or) => or.cases.iter().take(1).for_each(|pat| self.bind(pat, None)),
            _ => {}
        }
    }

    /// Takes the variables of a `let` in.
    pub fn declare(&mut self, local: &Local) {
        let ty = local.init.as_ref().and_then(|init| self.of_expr(&init.expr));
        let before = self.vars.len();
        self.bind(&local.pat, ty.as_ref());
        self.vars[before..].iter_mut().for_each(|var| var.late = local.init.is_none());
    }

    /// A type, as the user spells it.
    fn ty(&self, ty: &Type) -> Option<Ty> {
        match ty {
            Type::Path(path) if path.qself.is_none() => {
                let segment = path.path.segments.last()?;
                let name = segment.ident.to_string();
                match name.as_str() {
                    "f64" | "f32" => Some(Ty::Number(name)),
                    "usize" => Some(Ty::Whole),
                    "bool" => Some(Ty::Flag),
                    "Vec" => {
                        let syn::PathArguments::AngleBracketed(list) = &segment.arguments else { return None };
                        let Some(syn::GenericArgument::Type(element)) = list.args.first() else { return None };
                        Some(Ty::List(Box::new(self.ty(element)?)))
                    }
                    _ if self.generics.contains(&name) => Some(Ty::Number(name)),
                    _ if self.items.fields.contains_key(&name) => Some(Ty::Struct(name)),
                    _ => None,
                }
            }
            Type::Array(array) => Some(Ty::Array(Box::new(self.ty(&array.elem)?))),
            Type::Slice(slice) => Some(Ty::List(Box::new(self.ty(&slice.elem)?))),
            Type::Paren(ty) => self.ty(&ty.elem),
            Type::Tuple(tuple) => tuple.elems.iter().map(|ty| self.ty(ty)).collect::<Option<_>>().map(Ty::Tuple),
            Type::Reference(reference) => {
                let inner = Box::new(self.ty(&reference.elem)?);
                Some(if reference.mutability.is_some() { Ty::Lent(inner) } else { Ty::Shared(inner) })
            }
            _ => None,
        }
    }

    /// Whether a value of the type can be copied.
    pub fn is_copy(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Number(_) | Ty::Whole | Ty::Flag | Ty::Shared(_) => true,
            Ty::Array(element) => self.is_copy(element),
            Ty::Tuple(parts) => parts.iter().all(|part| self.is_copy(part)),
            Ty::Struct(name) => self.items.copied.contains(name),
            Ty::List(_) | Ty::Lent(_) => false,
        }
    }

    /// The type of an expression, if it is certain.
    pub fn of_expr(&self, expr: &Expr) -> Option<Ty> {
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Float(number) if number.suffix().is_empty() => self.literal.clone(),
                Lit::Float(number) => Some(Ty::Number(number.suffix().to_owned())),
                Lit::Int(number) if number.suffix() == "usize" => Some(Ty::Whole),
                Lit::Bool(_) => Some(Ty::Flag),
                _ => None,
            },
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                self.var(&name)?.ty.clone()
            }
            Expr::Paren(inner) => self.of_expr(&inner.expr),
            Expr::Cast(cast) => self.ty(&cast.ty),
            Expr::Reference(inner) => {
                let ty = Box::new(self.of_expr(&inner.expr)?);
                Some(if inner.mutability.is_some() { Ty::Lent(ty) } else { Ty::Shared(ty) })
            }
            Expr::Unary(unary) => match (unary.op, self.of_expr(&unary.expr)?) {
                (UnOp::Deref(_), Ty::Shared(inner) | Ty::Lent(inner)) => Some(*inner),
                (UnOp::Neg(_), ty) => ty.number(),
                _ => None,
            },
            Expr::Binary(binary) => self.of_binary(binary),
            Expr::Index(index) => {
                if matches!(*index.index, Expr::Range(_)) {
                    None
                } else {
                    self.of_expr(&index.expr)?.element()
                }
            }
            Expr::Field(field) => {
                let base = self.of_expr(&field.base)?;
                match (base.seen(), &field.member) {
                    (Ty::Tuple(parts), Member::Unnamed(index)) => parts.get(index.index as usize).cloned(),
                    (Ty::Struct(name), member) => {
                        let member = member.to_token_stream().to_string();
                        self.ty(self.items.fields.get(name)?.get(&member)?)
                    }
                    _ => None,
                }
            }
            Expr::MethodCall(call) => self.of_method(call),
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                let first = path.path.segments.first()?.ident.to_string();
                match path.path.segments.len() {
                    1 if self.var(&first).is_none() => self.ty(self.items.results.get(&first)?),
                    2 if ["f64", "f32"].contains(&first.as_str())
                        && METHODS.contains(&path.path.segments[1].ident.to_string().as_str()) =>
                    {
                        Some(Ty::Number(first))
                    }
                    _ => None,
                }
            }
            Expr::Array(array) => Some(Ty::Array(Box::new(self.of_expr(array.elems.first()?)?))),
            Expr::Repeat(repeat) => Some(Ty::Array(Box::new(self.of_expr(&repeat.expr)?))),
            Expr::Tuple(tuple) => tuple.elems.iter().map(|e| self.of_expr(e)).collect::<Option<_>>().map(Ty::Tuple),
            Expr::Struct(literal) => {
                let name = literal.path.get_ident()?.to_string();
                self.items.fields.contains_key(&name).then_some(Ty::Struct(name))
            }
            Expr::Block(block) if block.label.is_none() => self.of_block(&block.block),
            Expr::If(branch) => self.of_block(&branch.then_branch),
            _ => None,
        }
    }

    fn of_binary(&self, binary: &syn::ExprBinary) -> Option<Ty> {
        let arithmetic =
            matches!(binary.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_));
        if !arithmetic {
            return None;
        }
        let whole = |e: &Expr| matches!(e, Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)));
        let (left, right) = (self.of_expr(&binary.left), self.of_expr(&binary.right));
        match (left.and_then(|ty| ty.number()), right.and_then(|ty| ty.number())) {
            (Some(left), Some(right)) if left == right => Some(left),
            (Some(Ty::Whole), None) if whole(&binary.right) => Some(Ty::Whole),
            (None, Some(Ty::Whole)) if whole(&binary.left) => Some(Ty::Whole),
            _ => None,
        }
    }

    fn of_method(&self, call: &ExprMethodCall) -> Option<Ty> {
        let name = call.method.to_string();
        match name.as_str() {
            "sum" | "product" => {
                let Some(syn::GenericArgument::Type(ty)) = call.turbofish.as_ref()?.args.first() else { return None };
                self.ty(ty)
            }
            "clone" => Some(self.of_expr(&call.receiver)?.seen().clone()),
            "len" => self.of_expr(&call.receiver)?.element().map(|_| Ty::Whole),
            name if METHODS.contains(&name) => match self.of_expr(&call.receiver)?.seen() {
                number @ Ty::Number(_) => Some(number.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    fn of_block(&self, block: &syn::Block) -> Option<Ty> {
        let mut inner = self.clone();
        for stmt in &block.stmts {
            if let Stmt::Local(local) = stmt {
                inner.declare(local);
            }
        }
        match block.stmts.last()? {
            Stmt::Expr(value, None) => inner.of_expr(value),
            _ => None,
        }
    }

    /// What a loop gives.
    pub fn of_iterated(&self, expr: &Expr) -> Option<Ty> {
        match expr {
            Expr::Paren(inner) => self.of_iterated(&inner.expr),
            Expr::Range(range) => {
                let mut ends = range.start.iter().chain(&range.end).filter_map(|end| self.of_expr(end));
                ends.any(|ty| ty == Ty::Whole).then_some(Ty::Whole)
            }
            Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "iter" => Some(Ty::Shared(Box::new(self.of_expr(&call.receiver)?.element()?))),
                "rev" | "skip" | "take" | "step_by" => self.of_iterated(&call.receiver),
                "enumerate" => Some(Ty::Tuple(vec![Ty::Whole, self.of_iterated(&call.receiver)?])),
                _ => None,
            },
            other => match self.of_expr(other)? {
                Ty::Array(element) => Some(*element),
                Ty::Shared(list) => Some(Ty::Shared(Box::new(list.element()?))),
                _ => None,
            },
        }
    }
}

/// Methods of numbers that give a number of the same type.
pub const METHODS: [&str; 23] = [
    "abs", "acos", "asin", "atan", "cos", "cosh", "exp", "exp_m1", "ln", "ln_1p", "max", "min", "mul_add", "powf",
    "powi", "recip", "relu", "sigmoid", "sin", "sinh", "sqrt", "tan", "tanh",
];
