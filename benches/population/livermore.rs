//! The Livermore loops (F. H. Mc Mahon, 1986), as in their C version. Number 16 searches and computes nothing.

use cotangent::prelude::*;

#[differentiable]
pub fn hydro<const N: usize>(y: &[f64; N], z: &[f64; N], c: &[f64; 3]) -> f64 {
    let mut x = [0.0; N];
    for k in 0..N - 11 {
        x[k] = c[0] + y[k] * (c[1] * z[k + 10] + c[2] * z[k + 11]);
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += x[k] * x[k];
    }
    sum
}

#[differentiable]
pub fn iccg<const N: usize>(v: &[f64; N], first: &[f64; N]) -> f64 {
    let mut x = *first;
    let mut ii = N / 2;
    let mut ipntp = 0;
    while ii > 0 {
        let ipnt = ipntp;
        ipntp += ii;
        ii /= 2;
        let mut i = ipntp;
        let mut k = ipnt + 1;
        while k + 1 < ipntp {
            i += 1;
            x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1];
            k += 2;
        }
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += x[k] * x[k];
    }
    sum
}

#[differentiable]
pub fn inner_product(x: &[f64], z: &[f64]) -> f64 {
    let mut q = 0.0;
    for k in 0..x.len() {
        q += z[k] * x[k];
    }
    q
}

#[differentiable]
pub fn banded<const N: usize>(y: &[f64; N], first: &[f64; N]) -> f64 {
    let mut x = *first;
    let m = (N - 7) / 2;
    let mut k = 6;
    while k < N {
        let mut lw = k - 6;
        let mut temp = x[k - 1];
        let mut j = 4;
        while j < N {
            if lw < N {
                temp -= x[lw] * y[j];
            }
            lw += 1;
            j += 5;
        }
        x[k - 1] = y[4] * temp;
        k += m;
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += x[k] * x[k];
    }
    sum
}

#[differentiable]
pub fn tridiagonal_below<const N: usize>(y: &[f64; N], z: &[f64; N]) -> f64 {
    let mut x = [0.1; N];
    for i in 1..N {
        x[i] = z[i] * (y[i] - x[i - 1]);
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += x[k] * x[k];
    }
    sum
}

#[differentiable]
pub fn linear_recurrence<const N: usize>(b: &[[f64; N]; N]) -> f64 {
    let mut w = [0.01; N];
    for i in 1..N {
        for k in 0..i {
            w[i] += b[k][i] * w[(i - k) - 1] * 0.1;
        }
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += w[k] * w[k];
    }
    sum
}

#[differentiable]
pub fn state_equation<const N: usize>(y: &[f64; N], z: &[f64; N], u: &[f64; N], q: f64, r: f64, t: f64) -> f64 {
    let mut x = [0.0; N];
    for k in 0..N - 6 {
        x[k] = u[k]
            + r * (z[k] + r * y[k])
            + t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) + t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += x[k] * x[k];
    }
    sum
}

/// Kernel 8, two of the three unknowns.
#[differentiable]
pub fn adi_integration<const N: usize>(
    first1: &[[f64; 5]; N],
    first2: &[[f64; 5]; N],
    a: &[[f64; 2]; 2],
    sig: f64,
) -> f64 {
    let mut u1 = [[[0.0; 5]; N]; 2];
    let mut u2 = [[[0.0; 5]; N]; 2];
    u1[0] = *first1;
    u2[0] = *first2;
    for kx in 1..4 {
        for ky in 1..N - 1 {
            let du1 = u1[0][ky + 1][kx] - u1[0][ky - 1][kx];
            let du2 = u2[0][ky + 1][kx] - u2[0][ky - 1][kx];
            u1[1][ky][kx] = u1[0][ky][kx]
                + a[0][0] * du1
                + a[0][1] * du2
                + sig * (u1[0][ky][kx + 1] - 2.0 * u1[0][ky][kx] + u1[0][ky][kx - 1]);
            u2[1][ky][kx] = u2[0][ky][kx]
                + a[1][0] * du1
                + a[1][1] * du2
                + sig * (u2[0][ky][kx + 1] - 2.0 * u2[0][ky][kx] + u2[0][ky][kx - 1]);
        }
    }
    let mut sum = 0.0;
    for ky in 0..N {
        for kx in 0..5 {
            sum += u1[1][ky][kx] * u2[1][ky][kx];
        }
    }
    sum
}

#[differentiable]
pub fn integrate_predictors<const N: usize>(first: &[[f64; 13]; N], d: &[f64; 8]) -> f64 {
    let mut px = *first;
    for i in 0..N {
        px[i][0] = d[7] * px[i][12]
            + d[6] * px[i][11]
            + d[5] * px[i][10]
            + d[4] * px[i][9]
            + d[3] * px[i][8]
            + d[2] * px[i][7]
            + d[1] * px[i][6]
            + d[0] * (px[i][4] + px[i][5])
            + px[i][2];
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += px[i][0] * px[i][0];
    }
    sum
}

#[differentiable]
pub fn difference_predictors<const N: usize>(first: &[[f64; 14]; N], cx: &[f64; N]) -> f64 {
    let mut px = *first;
    for i in 0..N {
        let mut ar = cx[i];
        for j in 4..13 {
            let br = ar - px[i][j];
            px[i][j] = ar;
            ar = br;
        }
        px[i][13] = ar;
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 4..14 {
            sum += px[i][j] * px[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn first_sum<const N: usize>(y: &[f64; N]) -> f64 {
    let mut x = [0.0; N];
    x[0] = y[0];
    for k in 1..N {
        x[k] = x[k - 1] + y[k];
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += x[k] * x[k];
    }
    sum
}

#[differentiable]
pub fn first_difference<const N: usize>(y: &[f64; N]) -> f64 {
    let mut x = [0.0; N];
    for k in 0..N - 1 {
        x[k] = y[k + 1] - y[k];
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += x[k] * x[k];
    }
    sum
}

/// Kernel 13 with the cells of the particles given.
#[differentiable]
pub fn particles_2d<const N: usize>(first: &[[f64; 4]; N], b: &[f64; 64], c: &[f64; 64], cells: &[usize; N]) -> f64 {
    let mut p = *first;
    let mut h = [0.0; 64];
    for ip in 0..N {
        let cell = cells[ip] % 64;
        p[ip][2] += b[cell];
        p[ip][3] += c[cell];
        p[ip][0] += p[ip][2];
        p[ip][1] += p[ip][3];
        h[cell] += p[ip][0] * p[ip][1];
    }
    let mut sum = 0.0;
    for i in 0..64 {
        sum += h[i] * h[i];
    }
    sum
}

/// Kernel 14 with the cells of the particles given.
#[differentiable]
pub fn particles_1d<const N: usize>(
    xx: &[f64; N],
    vx: &[f64; N],
    ex: &[f64; 64],
    dex: &[f64; 64],
    cells: &[usize; N],
) -> f64 {
    let mut rh = [0.0; 66];
    for k in 0..N {
        let cell = cells[k] % 64;
        let v = vx[k] + ex[cell] + (xx[k] - 0.5) * dex[cell];
        let x = xx[k] + v * 0.1;
        rh[cell] += 1.0 - x;
        rh[cell + 1] += x;
    }
    let mut sum = 0.0;
    for i in 0..66 {
        sum += rh[i] * rh[i];
    }
    sum
}

/// Kernel 15.
#[differentiable]
pub fn casual<const N: usize>(vh: &[[f64; N]; 7], vf: &[[f64; N]; 7], vg: &[[f64; N]; 7]) -> f64 {
    let mut vy = [[0.0; N]; 7];
    for j in 1..6 {
        for k in 1..N - 1 {
            let t = if vh[j + 1][k] > vh[j][k] { 0.053 } else { 0.073 };
            let (r, s);
            if vf[j][k] < vf[j][k - 1] {
                r = if vh[j][k - 1] > vh[j + 1][k - 1] { vh[j][k - 1] } else { vh[j + 1][k - 1] };
                s = vf[j][k - 1];
            } else {
                r = if vh[j][k] > vh[j + 1][k] { vh[j][k] } else { vh[j + 1][k] };
                s = vf[j][k];
            }
            vy[j][k] = (vg[j][k] * vg[j][k] + r * r).sqrt() * t / s;
        }
    }
    let mut sum = 0.0;
    for j in 1..6 {
        for k in 0..N {
            sum += vy[j][k] * vy[j][k];
        }
    }
    sum
}

/// Kernel 17.
#[differentiable]
pub fn implicit_conditional(vsp: &[f64], vstp: &[f64], vxne: &[f64], vlin: &[f64]) -> f64 {
    let n = vsp.len();
    let mut xnm = 1.0 / 3.0;
    let mut sum = 0.0;
    for i in (0..n).rev() {
        let e3 = xnm * vlin[i] + vstp[i];
        let xnei = vxne[i];
        let xnc = 5.0 / 3.0 * e3;
        let e6;
        if xnm <= xnc && xnei <= xnc {
            e6 = e3 + e3 - xnm;
            xnm = e6 * 0.5 + 0.1;
        } else {
            e6 = xnm * vsp[i] + vstp[i];
            xnm = e6 * 0.5;
        }
        sum += e6;
    }
    sum
}

/// Kernel 18.
#[differentiable]
pub fn hydro_2d<const N: usize>(
    zp: &[[f64; N]; 7],
    zq: &[[f64; N]; 7],
    zr0: &[[f64; N]; 7],
    zm: &[[f64; N]; 7],
    zu0: &[[f64; N]; 7],
    zv0: &[[f64; N]; 7],
    zz: &[[f64; N]; 7],
) -> f64 {
    let (t, s) = (0.0037, 0.0041);
    let mut za = [[0.0; N]; 7];
    let mut zb = [[0.0; N]; 7];
    let mut zu = *zu0;
    let mut zv = *zv0;
    let mut zr = *zr0;
    for k in 1..6 {
        for j in 1..N {
            za[k][j] = (zp[k + 1][j - 1] + zq[k + 1][j - 1] - zp[k][j - 1] - zq[k][j - 1]) * (zr[k][j] + zr[k][j - 1])
                / (zm[k][j - 1] + zm[k + 1][j - 1] + 1.0);
            zb[k][j] = (zp[k][j - 1] + zq[k][j - 1] - zp[k][j] - zq[k][j]) * (zr[k][j] + zr[k - 1][j])
                / (zm[k][j] + zm[k][j - 1] + 1.0);
        }
    }
    for k in 1..6 {
        for j in 1..N - 1 {
            zu[k][j] += s
                * (za[k][j] * (zz[k][j] - zz[k][j + 1])
                    - za[k][j - 1] * (zz[k][j] - zz[k][j - 1])
                    - zb[k][j] * (zz[k][j] - zz[k - 1][j])
                    + zb[k + 1][j] * (zz[k][j] - zz[k + 1][j]));
            zv[k][j] += s
                * (za[k][j] * (zr[k][j] - zr[k][j + 1])
                    - za[k][j - 1] * (zr[k][j] - zr[k][j - 1])
                    - zb[k][j] * (zr[k][j] - zr[k - 1][j])
                    + zb[k + 1][j] * (zr[k][j] - zr[k + 1][j]));
        }
    }
    for k in 1..6 {
        for j in 1..N - 1 {
            zr[k][j] += t * zu[k][j];
            zr[k][j] += t * zv[k][j] * zz[k][j];
        }
    }
    let mut sum = 0.0;
    for k in 0..7 {
        for j in 0..N {
            sum += zr[k][j] * zr[k][j];
        }
    }
    sum
}

/// Kernel 19.
#[differentiable]
pub fn linear_recurrence_twice<const N: usize>(sa: &[f64; N], sb: &[f64; N]) -> f64 {
    let mut b5 = [0.0; N];
    let mut stb5 = 0.1;
    for k in 0..N {
        b5[k] = sa[k] + stb5 * sb[k];
        stb5 = b5[k] - stb5;
    }
    for i in 1..N + 1 {
        let k = N - i;
        b5[k] = sa[k] + stb5 * sb[k];
        stb5 = b5[k] - stb5;
    }
    let mut sum = 0.0;
    for k in 0..N {
        sum += b5[k] * b5[k];
    }
    sum
}

/// Kernel 20.
#[differentiable]
pub fn ordinates(y: &[f64], g: &[f64], u: &[f64], v: &[f64], w: &[f64], z: &[f64], vx: &[f64]) -> f64 {
    let mut xx = 0.2;
    let mut sum = 0.0;
    for k in 0..y.len() {
        let di = y[k] - g[k] / (xx + 0.5);
        let mut dn = 0.2;
        if di > 0.1 {
            dn = (z[k] / di).min(0.6).max(0.2);
        }
        let x = ((w[k] + v[k] * dn) * xx + u[k]) / (vx[k] + v[k] * dn + 1.0);
        sum += x;
        xx = (x - xx) * dn + xx;
    }
    sum
}

#[differentiable]
pub fn matrix_product<const N: usize>(vy: &[[f64; N]; N], cx: &[[f64; N]; N]) -> f64 {
    let mut px = [[0.0; N]; N];
    for k in 0..N {
        for i in 0..N {
            for j in 0..N {
                px[j][i] += vy[k][i] * cx[j][k];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += px[i][j] * px[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn planck(u: &[f64], v: &[f64], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..u.len() {
        let y = u[k] / (v[k] + 0.5);
        sum += x[k] / (y.exp() - 0.9);
    }
    sum
}

/// Kernel 23.
#[differentiable]
pub fn implicit_hydro<const N: usize>(
    first: &[[f64; N]; 7],
    zr: &[[f64; N]; 7],
    zb: &[[f64; N]; 7],
    zu: &[[f64; N]; 7],
    zv: &[[f64; N]; 7],
    zz: &[[f64; N]; 7],
) -> f64 {
    let mut za = *first;
    for j in 1..6 {
        for k in 1..N - 1 {
            let qa = za[j + 1][k] * zr[j][k]
                + za[j - 1][k] * zb[j][k]
                + za[j][k + 1] * zu[j][k]
                + za[j][k - 1] * zv[j][k]
                + zz[j][k];
            za[j][k] += 0.175 * (qa - za[j][k]);
        }
    }
    let mut sum = 0.0;
    for j in 0..7 {
        for k in 0..N {
            sum += za[j][k] * za[j][k];
        }
    }
    sum
}

/// Kernel 24.
#[differentiable]
pub fn first_minimum(x: &[f64]) -> f64 {
    let mut m = 0;
    for k in 1..x.len() {
        if x[k] < x[m] {
            m = k;
        }
    }
    x[m] * x[m]
}
