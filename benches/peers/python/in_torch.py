"""The training steps in PyTorch: as they are written, and with value and gradient compiled by `torch.compile`."""

import torch
import torch.nn.functional as F

from workloads import STEPS, Peer

torch.set_num_threads(1)


def tiny(p, d):
    (w1, b1, w2, b2), (x, t) = p, d
    return F.mse_loss(torch.tanh(x @ w1 + b1) @ w2 + b2, t)


def mnist(p, d):
    (w1, b1, w2, b2), (x, y) = p, d
    return F.cross_entropy(torch.relu(x @ w1 + b1) @ w2 + b2, y)


def cnn(p, d):
    (k1, b1, k2, b2, w, b), (x, y) = p, d
    h = F.max_pool2d(torch.relu(F.conv2d(x, k1, b1)), 2)
    h = F.max_pool2d(torch.relu(F.conv2d(h, k2, b2)), 2)
    return F.cross_entropy(h.reshape(32, -1) @ w + b, y)


def transformer(p, d):
    (g1, c1, wqkv, bqkv, wo, bo, g2, c2, w1, b1, w2, b2), (x,) = p, d
    qkv = torch.addmm(bqkv, F.layer_norm(x, (128,), g1, c1, 1e-5).reshape(256, 128), wqkv)
    q, k, v = qkv.reshape(4, 64, 3, 4, 32).permute(2, 0, 3, 1, 4)
    a = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(256, 128)
    h = x.reshape(256, 128) + torch.addmm(bo, a, wo)
    f = F.gelu(torch.addmm(b1, F.layer_norm(h, (128,), g2, c2, 1e-5), w1), approximate="tanh")
    y = h + torch.addmm(b2, f, w2)
    return (y * y).mean()


def rnn(p, d):
    (wx, wh, b), (x,) = p, d
    h = x.new_zeros(16, 64)
    # What does not depend on the state is one product.
    for z in (x @ wx + b).unbind():
        h = torch.tanh(torch.addmm(z, h, wh))
    return (h * h).mean()


LOSSES = {"T1": tiny, "T2 b32": mnist, "T2 b64": mnist, "T3": cnn, "T4": transformer, "T5": rnn}


class Torch(Peer):
    """A training step in PyTorch; the update is one fused call."""

    VERSION = f"PyTorch {torch.__version__}"
    WAYS = ("PyTorch", "PyTorch, compiled")

    def __init__(self, name):
        loss, (parameters, data, rate, _) = LOSSES[name], STEPS[name]
        self.parameters = parameters
        data = tuple(torch.from_numpy(a).to(torch.int64) if a.dtype == "int32" else torch.from_numpy(a) for a in data)

        def step(loss):
            def run(p):
                value = loss(p, data)
                gradient = torch.autograd.grad(value, p)
                with torch.no_grad():
                    torch._foreach_add_(p, gradient, alpha=-rate)
                return p, value.detach()

            return run

        self.ways = ((step(loss), 1), (step(torch.compile(loss)), 1))
        super().__init__(name)

    def first(self):
        return [torch.tensor(a, requires_grad=True) for a in self.parameters]

    def run(self, step, p):
        return step(p)

    def wait(self, result):
        """Nothing runs beside."""
