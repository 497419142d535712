//! Fields of cotangents and tangents. Those of what has no derivative have none either.

use core::ops::DerefMut;

use crate::differentiable::NoGrad;
use crate::kernels::leaked;

/// A cotangent whose fields are borrowed one beside the other. Where there is no derivative, `Names` has the fields.
#[derive(Debug)]
pub struct FieldsOf<'a, C: ?Sized>(pub &'a mut C);

/// The same, to be read.
#[derive(Debug)]
pub struct FieldsToRead<'a, C: ?Sized>(pub &'a C);

impl<'a, C: DerefMut + ?Sized> FieldsOf<'a, C> {
    /// What has the fields: where a `Deref` leads to them, it is followed once.
    #[inline(always)]
    pub fn fields(self) -> &'a mut C::Target {
        self.0
    }
    /// The same of a part, which may have no derivative.
    #[inline(always)]
    pub fn fields_of_part<Names>(self) -> &'a mut C::Target {
        self.0
    }
}

impl<'a> FieldsOf<'a, NoGrad> {
    /// What has the fields.
    #[inline(always)]
    pub fn fields_of_part<Names: Default + 'static>(self) -> &'a mut Names {
        leaked(Names::default())
    }
    /// What has the fields, or a `Deref` that leads to them.
    #[inline(always)]
    pub fn parts<Names: Default + 'static>(self) -> &'a mut Names {
        leaked(Names::default())
    }
}

impl<'a> FieldsToRead<'a, NoGrad> {
    /// What has the fields, or a `Deref` that leads to them.
    #[inline(always)]
    pub fn parts<Names: Default + 'static>(self) -> &'a Names {
        leaked(Names::default())
    }
}

/// Of any other type: what it has itself.
pub trait OwnFields<'a, C: ?Sized> {
    /// What has the fields.
    fn fields(self) -> &'a mut C;
    /// The same of a part, which may have no derivative.
    fn fields_of_part<Names>(self) -> &'a mut C;
    /// What has the fields, or a `Deref` that leads to them.
    fn parts<Names>(self) -> &'a mut C;
}

impl<'a, C: ?Sized> OwnFields<'a, C> for FieldsOf<'a, C> {
    #[inline(always)]
    fn fields(self) -> &'a mut C {
        self.0
    }
    #[inline(always)]
    fn fields_of_part<Names>(self) -> &'a mut C {
        self.0
    }
    #[inline(always)]
    fn parts<Names>(self) -> &'a mut C {
        self.0
    }
}

/// The same, to be read.
pub trait OwnFieldsToRead<'a, C: ?Sized> {
    /// What has the fields, or a `Deref` that leads to them.
    fn parts<Names>(self) -> &'a C;
}

impl<'a, C: ?Sized> OwnFieldsToRead<'a, C> for FieldsToRead<'a, C> {
    #[inline(always)]
    fn parts<Names>(self) -> &'a C {
        self.0
    }
}

/// The fields of a tuple without a derivative.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbered(
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
    pub NoGrad,
);
