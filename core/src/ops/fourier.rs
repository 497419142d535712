//! Discrete Fourier transforms along an axis: of real numbers, and back.
//!
//! A spectrum is a pair of tensors, the real and the imaginary parts, because types cannot say "complex" of a number here: what is elementwise,
//! `re * re + im * im`, is written as it is, and both parts have the axes of the line. Of `N` real numbers the frequencies from 0 to `⌊N / 2⌋`
//! say everything; the others are their mirror images. Both transforms are linear. `N` may be any length: a line takes `N` times the sum of the
//! prime factors of `N` steps. They need no allocator; a call takes six lines of stack.

use crate::kernels::{Lines, add_spectra, add_waves};
use crate::rule::{By1, By2, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{Axis, Dim, HasAxis, Shape, Tensor, Text, along, filled, lines};

/// The same shape with `LEN` numbers along the axis.
type Along<const AXIS: isize, const LEN: usize, T, S> = Tensor<T, <S as HasAxis<AXIS>>::With<Dim<LEN>>>;

impl<T: Real, S: Shape> Tensor<T, S> {
    /// The spectrum of every line along axis `AXIS`, as real and imaginary parts: `Xₖ = Σⱼ xⱼ e^(-2πi j k / N)` for `k` from 0 to `⌊N / 2⌋`, where
    /// `N` is the length of the axis. There are `M = ⌊N / 2⌋ + 1` such frequencies; another `M` does not build, nor does an axis without positions.
    /// The imaginary parts of frequency 0, and of `N / 2`, are exactly 0. It is `torch.fft.rfft`.
    ///
    /// Derivative: `x̄ⱼ += Σₖ (r̄ₖ cos(2π j k / N) - īₖ sin(2π j k / N))` of the cotangents `r̄` and `ī` of the two parts.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// /// How strong each frequency is.
    /// #[differentiable]
    /// fn power(x: &Vector<f64, 4>) -> Vector<f64, 3> {
    ///     let (re, im) = x.rfft::<0, 3>();
    ///     re * re + im * im
    /// }
    /// let (y, x_bar) = power::vjp(&tensor([1.0, 2.0, 3.0, 4.0]), tensor([1.0, 0.0, 0.0]));
    /// assert_eq!(y, tensor([100.0, 8.0, 4.0]));
    /// assert_eq!(x_bar, tensor([20.0; 4])); // of the square of the sum
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use cotangent::prelude::*;
    ///
    /// let _ = tensor([1.0, 2.0, 3.0, 4.0]).rfft::<0, 4>(); // `rfft: 3 frequencies, not 4, are those of an axis of length 4`
    /// ```
    #[must_use]
    pub fn rfft<const AXIS: isize, const M: usize>(&self) -> (Along<AXIS, M, T, S>, Along<AXIS, M, T, S>)
    where
        S: HasAxis<AXIS>,
    {
        const {
            if S::Axis::LEN == 0 || M != S::Axis::LEN / 2 + 1 {
                let text = &mut Text::new("rfft: ");
                along::<AXIS, S>(
                    text.number(S::Axis::LEN / 2 + 1).push(" frequencies, not ").number(M).push(", are those of"),
                )
            }
        }
        filled(|(re, im): &mut (Along<AXIS, M, T, S>, Along<AXIS, M, T, S>)| {
            let lines = both::<AXIS, M, S>();
            let mut room = [Tensor::<T::Wide, (S::Axis,)>::ZEROS; 6];
            let room = room.each_mut().map(Tensor::as_mut_slice);
            add_spectra(lines, false, self.as_slice(), Some(re.as_mut_slice()), Some(im.as_mut_slice()), room);
        })
    }

    /// The lines of `N` real numbers with these spectra along axis `AXIS`, whose real parts are `self`: the inverse of
    /// [`rfft`](Self::rfft), `xⱼ = Σₖ wₖ (Re Xₖ cos(2π j k / N) - Im Xₖ sin(2π j k / N)) / N`, where `w` is 1 for frequency 0 and for `N / 2`, and 2 for
    /// all others. The imaginary parts of these two do not count. A line of `N` numbers has `⌊N / 2⌋ + 1` frequencies; another length of the
    /// axis does not build. It is `torch.fft.irfft`.
    ///
    /// Derivatives: the parts of the spectrum of the cotangent, times `wₖ / N`; 0 by the imaginary parts of frequency 0 and `N / 2`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([1.0, 2.0, 3.0, 5.0]);
    /// let (re, im) = x.rfft::<0, 3>();
    /// assert_eq!(re.irfft::<0, 4>(&im), x);
    ///
    /// // Two lines are convolved on a circle where their spectra are multiplied.
    /// #[differentiable]
    /// fn smooth(x: &Vector<f64, 4>, #[constant] mask: &Vector<f64, 3>) -> Vector<f64, 4> {
    ///     let (re, im) = x.rfft::<0, 3>();
    ///     (re * mask).irfft::<0, 4>(&(im * mask))
    /// }
    /// assert_eq!(smooth(&x, &tensor([1.0, 0.0, 0.0])), tensor([2.75; 4])); // only the mean is left
    /// ```
    #[must_use]
    pub fn irfft<const AXIS: isize, const N: usize>(&self, imaginary: &Self) -> Along<AXIS, N, T, S>
    where
        S: HasAxis<AXIS>,
    {
        const {
            if N == 0 || S::Axis::LEN != N / 2 + 1 {
                let text = &mut Text::new("irfft: ");
                along::<AXIS, S>(
                    text.number(N).push(" numbers have ").number(N / 2 + 1).push(" frequencies, not those of"),
                )
            }
        }
        filled(|x: &mut Along<AXIS, N, T, S>| add_inverse::<AXIS, N, T, S>([self, imaginary], x))
    }

    crate::derivatives_of! {
        pub rfft<const AXIS: isize, const M: usize>: By1<rfft<AXIS, M>>;
        pub irfft<const AXIS: isize, const N: usize>: By2<irfft<AXIS, N>>;
    }
}

/// The lines of a tensor of shape `S`, and those with `LEN` numbers.
const fn both<const AXIS: isize, const LEN: usize, S: HasAxis<AXIS>>() -> [Lines; 2] {
    let these = lines::<AXIS, S>();
    [these, Lines { len: LEN, ..these }]
}

/// `x += irfft(re, im)`
fn add_inverse<const AXIS: isize, const N: usize, T: Real, S: HasAxis<AXIS>>(
    spectrum: [&Tensor<T, S>; 2],
    x: &mut Along<AXIS, N, T, S>,
) {
    let mut room = [Tensor::<T::Wide, (Dim<N>,)>::ZEROS; 6];
    let room = room.each_mut().map(Tensor::as_mut_slice);
    add_waves(both::<AXIS, N, S>(), true, spectrum.map(Tensor::as_slice), x.as_mut_slice(), room);
}

/// Adds what the cotangent of a line gives to its spectrum: to the real or the imaginary parts.
fn add_shares<const AXIS: isize, const N: usize, T: Real, S: HasAxis<AXIS>>(
    c: &Along<AXIS, N, T, S>,
    re: Option<&mut Tensor<T, S>>,
    im: Option<&mut Tensor<T, S>>,
) {
    let [of_spectra, of_x] = both::<AXIS, N, S>();
    let mut room = [Tensor::<T::Wide, (Dim<N>,)>::ZEROS; 6];
    let room = room.each_mut().map(Tensor::as_mut_slice);
    let [re, im] = [re, im].map(|part| part.map(Tensor::as_mut_slice));
    add_spectra([of_x, of_spectra], true, c.as_slice(), re, im, room);
}

/// Adds the waves of the cotangents of a spectrum.
fn add_all_waves<const AXIS: isize, const M: usize, T: Real, S: HasAxis<AXIS>>(
    (re, im): &(Along<AXIS, M, T, S>, Along<AXIS, M, T, S>),
    x: &mut Tensor<T, S>,
) {
    let [of_x, of_spectra] = both::<AXIS, M, S>();
    let mut room = [Tensor::<T::Wide, (S::Axis,)>::ZEROS; 6];
    let room = room.each_mut().map(Tensor::as_mut_slice);
    add_waves([of_spectra, of_x], false, [re.as_slice(), im.as_slice()], x.as_mut_slice(), room);
}

rule! {
    /// The lower half of the spectrum of every line along axis `AXIS`. VJP: the sum of the waves of the cotangents.
    rfft[AXIS: isize, M: usize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> (Along<AXIS, M, T, S>, Along<AXIS, M, T, S>);
    y = x.rfft::<AXIS, M>();
    x (=> |c, d| add_all_waves::<AXIS, M, T, S>(c, d));
}

rule! {
    /// The lines with these spectra along axis `AXIS`. VJP: the spectrum of the cotangent, by its shares.
    irfft[AXIS: isize, N: usize] reads (No, No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (re: Tensor<T, S>, im: Tensor<T, S>) -> Along<AXIS, N, T, S>;
    y = re.irfft::<AXIS, N>(im);
    re (=> |c, d| add_shares::<AXIS, N, T, S>(c, Some(d), None)), im (=> |c, d| add_shares::<AXIS, N, T, S>(c, None, Some(d)));
}
