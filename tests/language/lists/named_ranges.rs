//! Ranges with a name, as bounds of slices and of loops.

mod rows {
    use cotangent::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct Csr {
        #[constant]
        off: Vec<usize>,
        #[constant]
        col: Vec<usize>,
        val: Vec<f64>,
    }
    #[differentiable]
    impl Csr {
        fn mul(&self, x: &[f64]) -> Vec<f64> {
            let mut y = vec![0.0; self.off.len() - 1];
            for i in 0..y.len() {
                let r = self.off[i]..self.off[i + 1];
                let mut s = 0.0;
                for k in r {
                    s += self.val[k] * x[self.col[k]];
                }
                y[i] = s;
            }
            y
        }
        fn mul2(&self, x: &[f64]) -> f64 {
            let mut t = 0.0;
            for i in 0..self.off.len() - 1 {
                let r = self.off[i]..self.off[i + 1];
                let (vals, cols) = (&self.val[r.clone()], &self.col[r]);
                t += vals.iter().zip(cols).map(|(v, &c)| v * x[c]).sum::<f64>();
            }
            t
        }
    }
    #[differentiable]
    fn f(v: [f64; 3], x: [f64; 2]) -> f64 {
        let m = Csr { off: vec![0, 1, 3], col: vec![0, 0, 1], val: v.to_vec() };
        let y = m.mul(&x);
        y[0] * y[1] + m.mul2(&x)
    }
    #[differentiable]
    fn g(x: &[f64]) -> f64 {
        let r = 0..3;
        let q = 1..=2;
        let t = 1..;
        let mut s = 0.0;
        for i in r {
            s += x[i] * x[i];
        }
        for i in q.clone().rev() {
            s *= x[i];
        }
        let len = (0..2).len();
        for i in q {
            s += x[i];
        }
        s + x[t].iter().sum::<f64>() + len as f64 * x[0]
    }

    #[test]
    fn rows_of_a_sparse_matrix() {
        f::at([1.0, 2.0, 3.0], [0.5, 0.7]).check().unwrap();
        f::at([1.0, 2.0, 3.0], [0.5, 0.7]).check_jvp().unwrap();
        g::at(&[1.0, 2.0, 3.0][..]).check().unwrap();
        g::at(&[1.0, 2.0, 3.0][..]).check_jvp().unwrap();
    }
}

mod bounds {
    use cotangent::prelude::*;
    #[differentiable]
    fn f(x: &[f64], #[constant] off: &[usize]) -> f64 {
        let mut s = 0.0;
        for i in 0..2 {
            let rng = off[i]..off[i + 1];
            for &v in &x[rng] {
                s += v * v;
            }
        }
        s
    }
    #[differentiable]
    fn g(x: &[f64], n: usize) -> f64 {
        let r = 1..n;
        let mut s = 0.0;
        for i in r.clone() {
            s += x[i] * x[i];
        }
        s + x[r].iter().sum::<f64>()
    }
    #[differentiable]
    fn h(x: &[f64], n: usize) -> f64 {
        let (lo, hi) = (0, n);
        let r = lo..hi;
        let c = r.start;
        let mut s = x[c];
        for i in r {
            s += x[i] * x[i];
        }
        s
    }

    #[test]
    fn bounds_are_written_out() {
        let x = [1.0, 2.0, 3.0];
        f::at(&x[..], &[0, 1, 3][..]).check().unwrap();
        f::at(&x[..], &[0, 1, 3][..]).check_jvp().unwrap();
        g::at(&x[..], 3).check().unwrap();
        g::at(&x[..], 3).check_jvp().unwrap();
        h::at(&x[..], 3).check().unwrap();
        h::at(&x[..], 3).check_jvp().unwrap();
    }
}
