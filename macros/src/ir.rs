//! The intermediate form: what `bind` makes of a function, and all that later stages know of it.
//!
//! A function is a block of steps. Each step binds one variable to one operation on operands (A-normal form), so every
//! intermediate value has a name, and its derivative is the mirror image: the steps backwards, each with its rule.

use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{BinOp, Expr, ExprCall, ExprPath, Ident, Member, Path, PathArguments, Type};

use crate::library::private_path;
use crate::syntax::imports::Imports;

/// A variable of the function: an index into [`Function::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct VarId(pub usize);

/// A function that has been accepted and bound.
pub(crate) struct Function {
    pub vars: Vec<Var>,
    pub params: Vec<Param>,
    /// Items of the body, which both halves may name.
    pub items: TokenStream,
    pub imports: Imports,
    pub body: Block,
    /// How many blocks there are.
    pub blocks: usize,
    /// The names of operands of operators that are no values of a block, by the link of the operator and the position.
    pub aliases: HashMap<(usize, usize), VarId>,
    pub observers: Observers,
    /// The links of products whose right factor is known to be a number: these are linear in the left one.
    pub scaled: HashSet<usize>,
    /// The results that a `?` takes apart. A method whose rule reads its value gives none: the compiler checks that.
    pub results: HashSet<VarId>,
    /// The type parameters that are number types by the bounds of derived code.
    pub numbers: Vec<syn::Type>,
    /// The type parameters whose operators may be those of vectors. What they give is kept.
    pub vectors: Vec<Ident>,
    /// The copies of elements that the reverse half reads in a list, and the list.
    pub elements: HashMap<VarId, VarId>,
    /// The lists of which derived code claims that two indices are two elements.
    pub lists: HashSet<VarId>,
    /// The copies of whole variables that get another value next: these move.
    pub moved_out: HashSet<VarId>,
    /// The indices of loops whose type the reverse half is told.
    pub typed_indices: HashSet<VarId>,
    /// The blocks that are expressions, which may be one loop over the elements of their operands.
    pub expressions: HashMap<usize, Expression>,
    /// How many links to rules there are.
    pub links: usize,
}

/// An expression of operators alone: one loop over the elements of its operands, if these are tensors.
pub(crate) struct Expression {
    /// Which link tells the reverse half the types of the operands.
    pub link: usize,
    /// Each operand once.
    pub operands: Vec<Operand>,
    /// Which of them the reverse half reads.
    pub reads: Vec<bool>,
}

impl Expression {
    /// The operands that the reverse half reads.
    pub fn read(&self) -> impl Iterator<Item = &Operand> {
        self.operands.iter().zip(&self.reads).filter(|(_, reads)| **reads).map(|(operand, _)| operand)
    }
}

/// What is given values with a derivative where its result counts as constant.
#[derive(Default)]
pub(crate) struct Observers {
    /// Functions, which must have a derivative.
    pub functions: Vec<Path>,
    /// Those that may have none, and are given whole numbers alone.
    pub perhaps_plain: Vec<(Path, usize)>,
    /// The same of types, `Type::function`, by what leads to their derivatives.
    pub functions_of_types: BTreeSet<Ident>,
    /// Methods, which must have one or be known to keep nothing.
    pub methods: BTreeSet<Ident>,
    /// Arguments of calls that are names from outside, of functions or of constants.
    pub names: Vec<Path>,
    /// Whether the bits of such a value are taken.
    pub takes_bits: bool,
}

impl Function {
    /// Whether a link is that of an expression.
    pub fn has_expression(&self, link: usize) -> bool {
        self.expressions.values().any(|expression| expression.link == link)
    }

    /// The closures that it passes on.
    pub fn closures(&self) -> Vec<&PassedClosure> {
        let mut closures = Vec::new();
        self.body.each_step(&mut |step| {
            if let Step::Let { op: Op::Closure(closure), .. } = step {
                closures.push(&**closure);
            }
        });
        closures
    }

    /// Whether it passes functions on, or calls some that are arguments.
    pub fn has_functions(&self) -> bool {
        self.params.iter().any(|param| param.function.is_some()) || !self.closures().is_empty()
    }

    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0]
    }

    /// The operands that are arguments of a closure which it hands on.
    pub fn handed_on(&self, operands: &[&Operand]) -> Vec<usize> {
        let is_it = |operand: &Operand| matches!(operand, Operand::Place(place) if place.path.is_empty() && self.var(place.var).handed_on);
        (0..operands.len()).filter(|i| is_it(operands[*i])).collect()
    }
}

/// One variable.
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(crate) struct Var {
    /// The name in the forward half.
    pub name: Ident,
    /// The name in the reverse half, unique in the function.
    pub unique: Ident,
    /// Whether a derivative flows through it.
    pub active: bool,
    pub kind: VarKind,
    pub change: Change,
    /// Whether it stands for a part of an expression, and so is used once.
    pub once: bool,
    /// Whether it is a copy of what an `Option` or a `Result` has inside, whose place is that of the whole.
    pub content: bool,
    /// How the reverse half writes the value down again, if it can: then nothing is kept of it.
    pub again: Option<Expr>,
    /// Whether it is a reference in the forward half, where the reverse half finds one again.
    pub is_reference: bool,
    /// Whether arithmetic takes it, though no derivative flows through it: then it may be a reference to a number.
    pub calculated: bool,
    /// Whether a later binding of the same block hides the name; the forward half then keeps a reference under `unique`.
    pub shadowed: bool,
    /// The name of a reference to the value, in both halves, if `name` may be one or not: of what a closure takes, and of a function.
    pub reference: Option<Ident>,
    /// Whether it is an argument of a closure that is only handed on to calls. What is called may change it: only types say that.
    pub handed_on: bool,
    /// Whether it is a function, which may be called.
    pub is_function: bool,
    /// Whether it is a number or made of numbers, as far as the function shows it.
    pub of_numbers: bool,
}

/// Whether the value of a variable changes: then no rule reads it, only copies (`Op::Load`) made of it at a time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Never,
    Some,
    /// It has no value where it is declared.
    Late,
    /// It carries the value of an early exit: the forward half has it as an `Option`.
    Carrier,
    /// It is a whole number that only goes up and down: the reverse half counts it back.
    Counter,
}

impl Var {
    /// A value without a derivative, which does not change.
    pub fn constant(name: Ident) -> Self {
        Self {
            unique: name.clone(),
            name,
            active: false,
            kind: VarKind::Local,
            change: Change::Never,
            once: false,
            content: false,
            again: None,
            is_reference: false,
            calculated: false,
            shadowed: false,
            reference: None,
            handed_on: false,
            is_function: false,
            of_numbers: false,
        }
    }

    /// Whether its value changes.
    pub fn changes(&self) -> bool {
        self.change != Change::Never
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum VarKind {
    /// A parameter, whose value is there in both halves. `by_ref` when its type is a reference.
    Param { by_ref: bool },
    /// A parameter of type `&mut T`, which only the forward half has. In the reverse half there is the place of its cotangent.
    Lent,
    /// The value of a step.
    Local,
    /// The index of a loop over a range, which counts down in the reverse half.
    Index,
}

/// The type of a parameter that is a function.
#[derive(Clone)]
pub(crate) struct FunctionType {
    /// The type parameter that stands for it.
    pub generic: Ident,
    /// `&` or `&mut`, if the user's code takes a reference.
    pub reference: Option<TokenStream>,
    /// `dyn Fn(X) -> R`, if that is its type.
    pub object: Option<TokenStream>,
    /// The types of its arguments without an outer reference, and how it takes them.
    pub arguments: Vec<(Type, Passing)>,
    pub result: Type,
}

/// How a function takes an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    Moved,
    /// `&X`
    Borrowed,
    /// `&mut X`
    Changed,
}

impl Passing {
    /// That of a parameter.
    pub fn of(param: &Param) -> Self {
        match (param.lent, param.reference.is_some()) {
            (true, _) => Self::Changed,
            (false, true) => Self::Borrowed,
            (false, false) => Self::Moved,
        }
    }

    /// The reference before the type.
    pub fn reference(self) -> TokenStream {
        match self {
            Self::Moved => TokenStream::new(),
            Self::Borrowed => quote!(&),
            Self::Changed => quote!(&mut),
        }
    }

    /// The type of the library that says so.
    pub fn says(self) -> Ident {
        let name = match self {
            Self::Moved => "Moved",
            Self::Borrowed => "Borrowed",
            Self::Changed => "Changed",
        };
        Ident::new(name, Span::call_site())
    }

    /// What is on the way to such a function, of a reference that is its operand.
    pub fn handed(self) -> Ident {
        let name = if self == Self::Changed { "Changed" } else { "Shared" };
        Ident::new(name, Span::call_site())
    }
}

impl FunctionType {
    /// `Callable1<Moved<X>, R>`
    pub fn bound(&self) -> TokenStream {
        let (of, private, callable) = (self.of(), private_path(), format_ident!("Callable{}", self.arguments.len()));
        quote!(#private::callables::#callable<#of>)
    }

    /// `Signature1<Moved<X>, R>`
    pub fn signature(&self) -> TokenStream {
        let (of, private, signature) = (self.of(), private_path(), format_ident!("Signature{}", self.arguments.len()));
        quote!(#private::callables::#signature<#of>)
    }

    /// A type whose values are such functions: `dyn Fn(X) -> R`, if that is what the user wrote, or `fn(X) -> R`.
    pub fn pointer(&self) -> TokenStream {
        if let Some(object) = &self.object {
            return quote!((#object));
        }
        let result = &self.result;
        let arguments = self.arguments.iter().map(|(ty, passing)| {
            let reference = passing.reference();
            quote!(#reference #ty)
        });
        quote!(fn(#(#arguments),*) -> #result)
    }

    /// `Moved<X>, R`
    fn of(&self) -> TokenStream {
        let (private, result) = (private_path(), &self.result);
        let arguments = self.arguments.iter().map(|(ty, passing)| {
            let passing = passing.says();
            quote!(#private::callables::#passing<#ty>)
        });
        quote!(#(#arguments,)* #result)
    }
}

/// One parameter: its variable and how the signature spells it.
pub(crate) struct Param {
    pub var: VarId,
    /// The type without an outer `&`.
    pub ty: Type,
    /// `&'a` of the type, if there is one.
    pub reference: Option<TokenStream>,
    /// Whether the type is `&mut`.
    pub lent: bool,
    /// Whether it is the receiver of a method, named `__self`.
    pub receiver: bool,
    /// The pattern, if the parameter is not a plain name.
    pub pattern: Option<TokenStream>,
    /// Whether it counts as constant because of how its type is spelled, which the compiler is to check.
    pub claims_constant: bool,
    /// Whether it is a function.
    pub function: Option<FunctionType>,
}

impl Param {
    /// The type with its `&`.
    pub fn written(&self) -> TokenStream {
        let Self { reference, ty, .. } = self;
        quote!(#reference #ty)
    }

    /// `&X` for a parameter of type `X` or `&X`.
    pub fn by_reference(&self) -> TokenStream {
        let Self { reference, ty, .. } = self;
        reference.as_ref().map_or_else(|| quote!(&#ty), |reference| quote!(#reference #ty))
    }
}

/// A sequence of steps with a value.
pub(crate) struct Block {
    /// Its number in the function, which names its witnesses.
    pub id: usize,
    /// Items of an inner block, which both halves may name.
    pub items: TokenStream,
    /// What the reverse half takes out of constants once more, at the head of the block.
    pub again: Vec<Again>,
    pub steps: Vec<Step>,
    pub value: Option<Operand>,
}

/// Parts of a constant that have names: the reverse half finds them again, as references.
pub(crate) struct Again {
    pub names: Vec<VarId>,
    /// How it does that.
    pub code: TokenStream,
    /// The kept values that are read for it.
    pub reads: Vec<VarId>,
}

#[expect(clippy::large_enum_variant, reason = "most steps are the large one")]
pub(crate) enum Step {
    /// `let var: ty = op;`
    Let {
        var: VarId,
        ty: Option<Type>,
        op: Op,
    },
    /// Something only the forward half does, word for word: an assertion, another name for a place, constants.
    Verbatim {
        tokens: TokenStream,
        binds: Vec<VarId>,
    },
    /// `let pattern = place;`: other names for a place or for its parts.
    Alias {
        pattern: TokenStream,
        place: Place,
    },
    /// `let mut var: ty = value;`, or `let var: ty;`
    Declare {
        var: VarId,
        ty: Option<Type>,
        value: Option<Operand>,
    },
    /// `place = value;`
    Assign {
        place: Place,
        value: Operand,
        /// What was in the place before: the reverse half gives it a cotangent of its lengths. Not where nothing was there yet, nor of a
        /// primitive number.
        old: Option<VarId>,
    },
    /// `place += value;` or `place -= value;`
    Accumulate {
        place: Place,
        op: BinOp,
        value: Operand,
        /// If their types decide which rule it has.
        link: Option<usize>,
    },
    /// `place.method(arguments)`: the elements of a list change places.
    Rearrange {
        place: Place,
        method: Ident,
        arguments: Vec<Operand>,
    },
    /// `list.push(value)` or `list.insert(at, value)`
    Insert {
        place: Place,
        at: Option<Operand>,
        value: Operand,
    },
    /// `counter += value;` or `counter -= value;`
    Count {
        var: VarId,
        /// Whether it goes up.
        up: bool,
        written: TokenStream,
        again: Expr,
    },
    Loop(Loop),
}

/// A loop. The number of its body's block names its witness.
pub(crate) struct Loop {
    pub header: Header,
    /// What says after an iteration that it was the last.
    pub until: Option<Box<Expr>>,
    /// Places whose lengths the number of iterations depends on: the type of an array says it. The number names a link.
    pub lengths: Vec<(usize, Expr)>,
    /// Whether its values are computed again, not kept.
    pub checkpoint: Option<Checkpoint>,
    /// The number of the iteration that replaced last what it changes, counted from one, if the reverse half runs that one alone.
    pub replaced: Option<VarId>,
    pub body: Block,
}

/// How a loop is run again.
pub(crate) struct Checkpoint {
    pub schedule: Schedule,
    /// What its body names from outside.
    pub captures: Vec<Capture>,
}

/// When the state of a loop is kept.
#[derive(Clone)]
pub(crate) enum Schedule {
    /// Every `√n` of `n` iterations.
    Root,
    /// Every so many iterations.
    Every(Expr),
    /// Before the first, and at halves in the reverse half.
    Bisection,
}

/// A name from outside a loop or a block that is run again, and how the reverse half gives it its meaning again.
pub(crate) struct Capture {
    pub name: Ident,
    pub var: VarId,
    pub meaning: Captured,
}

pub(crate) enum Captured {
    /// Its value may change in it: it belongs to the state.
    State,
    /// It is kept.
    Kept,
    /// It is written down again.
    Rewritten(Expr),
    /// It stands for a part of a variable.
    Part(Place),
}

/// What makes a loop go on.
#[expect(clippy::large_enum_variant, reason = "most loops are the large one")]
pub(crate) enum Header {
    /// `for index in from..to`, both ends known in the reverse half: nothing need be stored. `fixed` are the ends as constants of
    /// the program, if they are such.
    Range {
        index: VarId,
        from: Operand,
        inclusive: bool,
        to: Operand,
        reversed: bool,
        fixed: Option<Box<(Expr, Expr)>>,
    },
    /// `for pattern in iterator`, over values that no derivative flows through.
    Each { pattern: TokenStream, iterator: Box<Expr> },
    /// `while condition`
    While(Box<Expr>),
}

/// What a step computes.
pub(crate) enum Op {
    /// Nothing differentiable: the user's expression as it stands.
    Inactive(Box<Expr>),
    /// A copy of a variable whose value changes, or of a part of one.
    Load(Operand),
    /// `-a`; with a link if its type decides which rule it has.
    Neg(syn::token::Minus, Operand, Option<usize>),
    /// `a + b`; with a link if their types decide which rule it has. Then the token may be that of an assignment: `a += b`, where `a` is a
    /// copy, is the new value.
    Binary(Operator, TokenStream, Operand, Operand, Option<usize>),
    Cast(Operand, Type),
    /// `path(args)`; `link` is its number among the calls.
    Call {
        path: Path,
        operands: Vec<Operand>,
        link: usize,
        /// The operands that it may lend or only read, which the function says.
        either: Vec<Either>,
        /// Whether the function may have no derivative, and is given whole numbers alone.
        perhaps_plain: bool,
    },
    /// What such an operand refers to: a copy if the function of `link` reads it. A method is found by its receiver.
    Reading {
        place: Place,
        callee: Callee,
        receiver: Option<Box<Operand>>,
        link: usize,
        operand: usize,
    },
    Method(Method),
    /// `path::grad(args)`
    Nested(Nested),
    /// `|x| ..`, passed to a function.
    Closure(Box<PassedClosure>),
    /// `list.method(at)`: elements that a `Vec` loses.
    Remove {
        place: Place,
        method: Ident,
        at: Option<Operand>,
    },
    Tuple(Vec<Operand>),
    /// The elements of an array, or of a `Vec`.
    Array(Vec<Operand>, List),
    Struct {
        path: Path,
        /// Whether it is that of a variant without its enum.
        imported: bool,
        fields: Vec<(Member, Operand)>,
        base: Option<Operand>,
    },
    If {
        cond: Box<Expr>,
        /// How the reverse half decides it once more, if it can: then it need not be told.
        again: Option<Box<Expr>>,
        /// The number that has its answer, if it reads that for it.
        answers: Option<VarId>,
        then: Block,
        otherwise: Block,
    },
    /// `[value; count]`
    Repeat {
        value: Operand,
        count: Box<Expr>,
        list: List,
    },
    /// An array whose elements are the values of a block, by their index: `maker(.., |index| block)`.
    Elements {
        index: VarId,
        maker: TokenStream,
        block: Block,
    },
    /// Each arm's block, by the pattern and the guard that the user wrote.
    Match {
        scrutinee: Box<Expr>,
        /// The variable that the scrutinee is, if the patterns may move parts of it.
        taken_apart: Option<VarId>,
        arms: Vec<Arm>,
    },
    Scope(Block),
    /// A block whose values are computed again, and the names that it uses from outside.
    Checkpointed(Block, Vec<Capture>),
}

/// Which list a literal makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    Array,
    /// `vec![..]`
    Vec,
}

/// An operand of a call that is the name of a mutable reference, or a receiver that can be changed.
pub(crate) struct Either {
    /// Its position.
    pub operand: usize,
    /// What the function reads of it, if it does.
    pub copy: VarId,
    /// The link to the function.
    pub link: usize,
}

/// One arm of a `match`.
pub(crate) struct Arm {
    pub pattern: TokenStream,
    pub guard: Option<Box<Expr>>,
    pub block: Block,
}

/// `receiver.name::<generics>(args)`, or `of::name::<generics>(args)`
pub(crate) struct Method {
    /// The type or the trait that has the function, if there is no receiver: `Circle`, `Shape`, `<Circle as Shape>`.
    pub of: Option<ExprPath>,
    pub name: Ident,
    pub generics: Option<PathArguments>,
    /// The receiver, if there is one, then the arguments.
    pub operands: Vec<Operand>,
    /// Which link carries its rule to the reverse half.
    pub link: usize,
    /// Whether it is the call of a function that is a variable.
    pub is_call: bool,
    /// The operands that it may change or only read, which its rule says.
    pub either: Vec<Either>,
}

/// A closure that is passed on. It is a value whose parts are what it captures, and whose code is a function of its own.
pub(crate) struct PassedClosure {
    /// What it captures, then what it takes.
    pub function: Function,
    /// What stands for the first of its parameters.
    pub captures: Vec<Operand>,
    /// Which link carries its types to the reverse half.
    pub link: usize,
    /// The function that takes it, the position there, and the other arguments, which may decide its types. The first of a method
    /// is the receiver.
    pub callee: Callee,
    pub position: usize,
    pub others: Vec<Operand>,
}

/// What is called.
#[derive(Clone)]
pub(crate) enum Callee {
    Function(Path),
    /// A method, or a function of the type or trait `of`.
    Method {
        of: Option<ExprPath>,
        name: Ident,
        generics: Option<PathArguments>,
    },
}

impl ToTokens for Callee {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Function(path) => path.to_tokens(tokens),
            Self::Method { of, name, generics } => tokens.extend(quote!(#of #name #generics)),
        }
    }
}

impl PassedClosure {
    /// The captures with a derivative, outermost in the list of their cotangents first.
    pub fn active_captures(&self) -> impl Iterator<Item = (usize, &Operand)> {
        let is_active = |i: &usize| self.function.var(self.function.params[*i].var).active;
        self.captures.iter().enumerate().filter(move |(i, _)| is_active(i))
    }
}

/// A call of a derivative: `function::grad::<generics>(args)`
pub(crate) struct Nested {
    /// The function that is differentiated, with the generic arguments.
    pub function: Path,
    pub call: Differentiated,
    /// The call as the user wrote it.
    pub written: ExprCall,
    /// The arguments; those of `vjp` and `jvp` end with one that the function has not.
    pub operands: Vec<Operand>,
}

impl Nested {
    /// The name of the call.
    pub fn name(&self) -> &'static str {
        match self.call {
            Differentiated::Grad => "grad",
            Differentiated::ValueAndGrad => "value_and_grad",
            Differentiated::Vjp => "vjp",
            Differentiated::Jvp => "jvp",
        }
    }

    /// The arguments of the function, and the one that only the call has.
    pub fn arguments(&self) -> (&[Operand], Option<&Operand>) {
        match (self.call, self.operands.split_last()) {
            (Differentiated::Vjp | Differentiated::Jvp, Some((last, arguments))) => (arguments, Some(last)),
            _ => (&self.operands, None),
        }
    }
}

/// Which of its derivatives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Differentiated {
    Grad,
    ValueAndGrad,
    Vjp,
    Jvp,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// An operand of a step.
#[derive(Clone)]
pub(crate) enum Operand {
    /// The value can be written down again in the reverse half, as `again`: a literal, a constant, a part of a constant
    /// parameter, the index of a loop.
    Constant { expr: Expr, again: Expr, is_ref: bool },
    /// A variable or a part of one.
    Place(Place),
    /// `&mut place`: what is called changes it, and its cotangent.
    Lent(Place),
}

/// A variable, or a part of one, as an operand.
#[derive(Clone)]
pub(crate) struct Place {
    /// What the user wrote: what the forward half repeats.
    pub written: Expr,
    /// Whether what the user wrote is a reference.
    pub is_ref: bool,
    pub var: VarId,
    pub path: Vec<Projection>,
    /// Whether `stop_gradient` stands around it: it is read, but takes no cotangent.
    pub stopped: bool,
}

/// One step into a value.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there are few")]
pub(crate) enum Projection {
    Field(Member),
    /// `[written]`, in the reverse half `[again]`, which names the kept values of some variables.
    Index {
        written: Expr,
        again: Expr,
        kept: Vec<VarId>,
    },
}

impl Place {
    /// The variables that its indices are kept in.
    pub fn indices(&self) -> impl Iterator<Item = VarId> {
        self.path.iter().flat_map(|step| match step {
            Projection::Index { kept, .. } => kept.clone(),
            Projection::Field(_) => Vec::new(),
        })
    }

    /// Whether two places may overlap in memory, as far as their spelling tells.
    pub fn may_overlap(&self, other: &Place) -> bool {
        if self.var != other.var {
            return false;
        }
        for (a, b) in self.path.iter().zip(&other.path) {
            match (a, b) {
                (Projection::Field(a), Projection::Field(b)) if a != b => return false,
                (Projection::Field(_), Projection::Field(_)) => {}
                _ => return true,
            }
        }
        true
    }
}

impl Block {
    /// A block without steps.
    pub fn empty() -> Self {
        Self { id: 0, items: TokenStream::new(), again: Vec::new(), steps: Vec::new(), value: None }
    }

    /// All steps of the block and of the blocks inside, these before the step that they belong to.
    pub fn each_step<'b>(&'b self, look: &mut dyn FnMut(&'b Step)) {
        for step in &self.steps {
            step.blocks().into_iter().for_each(|inner| inner.each_step(look));
            look(step);
        }
    }

    /// Whether a variable is the value of one of its own steps.
    pub fn computes(&self, var: VarId) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Let { var: own, .. } if *own == var))
    }

    /// Whether it declares a variable that changes.
    pub fn declares(&self, var: VarId) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Declare { var: own, .. } if *own == var))
    }

    /// Whether some of the steps give a variable that is declared late its value, whatever way is taken.
    pub fn assigns(steps: &[Step], var: VarId) -> bool {
        steps.iter().any(|step| match step {
            Step::Assign { place, .. } => place.var == var && place.path.is_empty(),
            Step::Loop(_) => false,
            step => {
                let blocks = step.blocks();
                !blocks.is_empty() && blocks.iter().all(|block| Self::assigns(&block.steps, var))
            }
        })
    }

    /// Whether there is such a step in the block or in a block inside.
    pub fn has(&self, is_such: &dyn Fn(&Step) -> bool) -> bool {
        self.steps.iter().any(|step| is_such(step) || step.blocks().into_iter().any(|inner| inner.has(is_such)))
    }
}

impl Loop {
    /// The index, of a loop over a range.
    pub fn index(&self) -> Option<VarId> {
        if let Header::Range { index, .. } = self.header { Some(index) } else { None }
    }

    /// Whether the number of iterations has to be stored: the reverse half cannot tell it from the header.
    pub fn is_counted(&self) -> bool {
        self.until.is_some() || self.checkpoint.is_some() || !matches!(self.header, Header::Range { .. })
    }
}

impl Op {
    /// The link to the rule of an operator, if the types of its operands decide which it is.
    pub fn operator_link(&self) -> Option<usize> {
        match self {
            Op::Neg(.., link) | Op::Binary(.., link) => *link,
            _ => None,
        }
    }

    /// Whether it is a call of a function that may be lent something: only its type may tell what the function is generic over.
    pub fn lends(&self) -> bool {
        let is_lent = |operand: &Operand| matches!(operand, Operand::Lent(_));
        matches!(self, Op::Call { operands, either, perhaps_plain: false, .. }
            if !either.is_empty() || operands.iter().any(is_lent))
    }

    /// The operands, in order.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            Op::Inactive(_)
            | Op::Reading { .. }
            | Op::Remove { .. }
            | Op::Elements { .. }
            | Op::If { .. }
            | Op::Match { .. }
            | Op::Scope(_)
            | Op::Checkpointed(..) => Vec::new(),
            Op::Load(a) | Op::Neg(_, a, _) | Op::Cast(a, _) | Op::Repeat { value: a, .. } => vec![a],
            Op::Binary(_, _, a, b, _) => vec![a, b],
            Op::Call { operands, .. } | Op::Tuple(operands) | Op::Array(operands, _) => operands.iter().collect(),
            Op::Method(method) => method.operands.iter().collect(),
            Op::Nested(nested) => nested.operands.iter().collect(),
            Op::Closure(closure) => closure.captures.iter().collect(),
            Op::Struct { fields, base, .. } => fields.iter().map(|(_, operand)| operand).chain(base).collect(),
        }
    }
}

impl Step {
    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Step::Let { op: Op::If { then, otherwise, .. }, .. } => vec![then, otherwise],
            Step::Let { op: Op::Match { arms, .. }, .. } => arms.iter().map(|arm| &arm.block).collect(),
            Step::Let { op: Op::Scope(block) | Op::Checkpointed(block, _) | Op::Elements { block, .. }, .. }
            | Step::Loop(Loop { body: block, .. }) => {
                vec![block]
            }
            _ => Vec::new(),
        }
    }

    /// The blocks inside, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Step::Let { op: Op::If { then, otherwise, .. }, .. } => vec![then, otherwise],
            Step::Let { op: Op::Match { arms, .. }, .. } => arms.iter_mut().map(|arm| &mut arm.block).collect(),
            Step::Let { op: Op::Scope(block) | Op::Checkpointed(block, _) | Op::Elements { block, .. }, .. }
            | Step::Loop(Loop { body: block, .. }) => {
                vec![block]
            }
            _ => Vec::new(),
        }
    }

    /// What it uses from outside when it is run again.
    pub fn captures(&self) -> &[Capture] {
        match self {
            Step::Loop(Loop { checkpoint: Some(checkpoint), .. }) => &checkpoint.captures,
            Step::Let { op: Op::Checkpointed(_, captures), .. } => captures,
            _ => &[],
        }
    }

    /// The variables that it declares.
    pub fn binds(&self) -> &[VarId] {
        match self {
            Step::Let { var, .. } | Step::Declare { var, .. } | Step::Assign { old: Some(var), .. } => {
                std::slice::from_ref(var)
            }
            Step::Verbatim { binds, .. } => binds,
            Step::Alias { .. }
            | Step::Assign { .. }
            | Step::Accumulate { .. }
            | Step::Rearrange { .. }
            | Step::Insert { .. }
            | Step::Count { .. }
            | Step::Loop(_) => &[],
        }
    }

    /// Whether the reverse half does something for it.
    pub fn is_mirrored(&self, vars: &[Var]) -> bool {
        match self {
            Step::Verbatim { .. } | Step::Alias { .. } => false,
            Step::Let { var, .. } if vars[var.0].active => true,
            Step::Let { .. } | Step::Loop(_) => {
                self.blocks().iter().any(|block| block.steps.iter().any(|step| step.is_mirrored(vars)))
            }
            Step::Declare { .. }
            | Step::Assign { .. }
            | Step::Accumulate { .. }
            | Step::Rearrange { .. }
            | Step::Insert { .. }
            | Step::Count { .. } => true,
        }
    }
}

impl Operand {
    /// What the user wrote.
    pub fn written(&self) -> &Expr {
        match self {
            Operand::Constant { expr, .. } => expr,
            Operand::Place(place) | Operand::Lent(place) => &place.written,
        }
    }
}

impl Operand {
    /// What it refers to.
    pub fn through(&self) -> Expr {
        let written = self.written();
        match self {
            Operand::Constant { is_ref: true, .. }
            | Operand::Place(Place { is_ref: true, .. })
            | Operand::Lent(Place { is_ref: true, .. }) => syn::parse_quote!(*#written),
            _ => written.clone(),
        }
    }
}

impl Function {
    /// Whether a derivative flows to the place.
    pub fn takes_cotangent(&self, place: &Place) -> bool {
        !place.stopped && self.var(place.var).active
    }

    /// Whether an operand is all that a mutable reference leads to, which may be a slice.
    pub fn is_whole_lent(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Place(place) if place.path.is_empty() && self.var(place.var).kind == VarKind::Lent)
    }

    /// Whether an operand is a whole slice of the caller's, the copy of which is a `Vec`.
    pub fn is_whole_slice(&self, operand: &Operand) -> bool {
        let Operand::Place(place) = operand else { return false };
        let is_slice = |param: &Param| param.var == place.var && !param.lent && matches!(param.ty, Type::Slice(_));
        place.path.is_empty() && self.params.iter().any(is_slice)
    }

    /// Whether a variable is a list as it is in front of a loop.
    pub fn is_there(&self, var: VarId) -> bool {
        !self.lists.contains(&var) && self.elements.values().any(|list| *list == var)
    }

    pub fn is_active(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Constant { .. } => false,
            Operand::Place(place) | Operand::Lent(place) => self.takes_cotangent(place),
        }
    }
}
