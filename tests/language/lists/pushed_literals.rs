//! Literals that a list of `f32` takes.

mod numbers {
    use cotangent::prelude::*;
    #[differentiable]
    fn d(z: f32) -> f32 {
        let mut v: Vec<f32> = Vec::new();
        v.push(z * z);
        v.push(1.0);
        v.insert(0, -2.0);
        v[0] * v[1] * v[2]
    }
    #[derive(Clone, Differentiable)]
    struct H {
        out: Vec<f32>,
        pts: Vec<(f32, f32)>,
    }
    #[differentiable]
    impl H {
        fn go(&mut self, z: f32) -> f32 {
            self.out.push(30.0);
            self.out.push(z);
            self.pts.push((1.0, z));
            self.out[0] * self.out[1] * self.pts[0].1
        }
    }
    #[differentiable]
    fn e(z: f32) -> f32 {
        let mut h = H { out: vec![], pts: Vec::new() };
        h.go(z)
    }

    #[test]
    fn literals_have_the_type_of_the_elements() {
        d::at(1.5).check().unwrap();
        d::at(1.5).check_jvp().unwrap();
        e::at(1.5).check().unwrap();
        e::at(1.5).check_jvp().unwrap();
    }
}
