"""A narrower network keeps the channels that matter, and what a teacher's answers cost."""

import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch, which training alone installs")

from models.classifier import Classifier  # noqa: E402
from models.locator import Locator  # noqa: E402
from models.slim import DESIGNS, norm_of, slimmed  # noqa: E402
from models.teacher import heat_loss  # noqa: E402

WIDE = {
    "locator": Locator(widths=(24, 32, 56, 96, 120), neck=32, head=40),
    "classifier": Classifier(widths=(32, 56, 96, 112)),
}
PICTURES = {"locator": (2, 3, 64, 96), "classifier": (2, 3, 64, 48)}


def silenced(network, name):
    """The network, with only as many channels of each group saying anything as the slim design has, anywhere in it."""
    design, layers = DESIGNS[name]
    slim = design().state_dict()
    state = network.state_dict()
    heard = {}
    for layer, (_, group) in layers.items():
        channels = len(state[f"{layer}.weight"])
        loud = heard.setdefault(group, torch.randperm(channels)[: len(slim[f"{layer}.weight"])])
        quiet = torch.ones(channels, dtype=torch.bool).index_fill(0, loud, False)
        for tensor in (f"{layer}.weight", f"{layer}.bias", f"{norm_of(layer, state)}.weight"):
            if tensor in state:
                state[tensor][quiet] = 0
    network.load_state_dict(state)
    return network


@pytest.mark.parametrize("name", DESIGNS)
def test_what_says_nothing_is_what_is_left_out(name):
    torch.manual_seed(3)
    wide = silenced(WIDE[name], name)
    design, layers = DESIGNS[name]
    slim = design()
    slim.load_state_dict(slimmed(wide.state_dict(), slim.state_dict(), layers))
    picture = torch.rand(PICTURES[name])
    with torch.no_grad():
        assert torch.allclose(slim.eval()(picture), wide.eval()(picture), atol=1e-4)


@pytest.mark.parametrize(
    ("logit", "wanted", "dearer_than"),
    [(0.0, 0.9, (2.0, 0.9)), (3.0, 0.0, (0.0, 0.0)), (-3.0, 0.5, (-1.0, 0.5))],
)
def test_the_farther_from_the_teacher_the_dearer(logit, wanted, dearer_than):
    cost, less = (heat_loss(torch.tensor([a]), torch.tensor([b])) for a, b in ((logit, wanted), dearer_than))
    assert cost > less
