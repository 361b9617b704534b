"""A narrower network keeps the channels that matter, and what a teacher's answers cost."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch, which training alone installs")

from models.classifier import Classifier  # noqa: E402
from models.locator import HEATS, Locator, loss_to_teacher  # noqa: E402
from models.slim import DESIGNS, norm_of, slimmed  # noqa: E402
from models.teacher import load_teacher  # noqa: E402
from vision.classify import OUTPUTS  # noqa: E402
from vision.locate import CHANNELS  # noqa: E402
from vision.model_file import load_network  # noqa: E402

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


def test_where_the_new_design_is_wider_it_answers_nearly_as_before():
    torch.manual_seed(3)
    wide = Locator(head=20)
    slim = Locator()
    slim.load_state_dict(slimmed(wide.state_dict(), slim.state_dict(), DESIGNS["locator"][1]))
    picture = torch.rand(PICTURES["locator"])
    with torch.no_grad():
        found, expected = slim.eval()(picture), wide.eval()(picture)
    spread = expected.std((0, 2, 3))
    assert torch.all((found - expected).std((0, 2, 3)) < 0.1 * spread)
    assert not torch.allclose(found, expected)


def maps(heat, shape):
    return torch.cat([torch.full((1, HEATS, 2, 2), heat), torch.full((1, len(CHANNELS) - HEATS, 2, 2), shape)], 1)


@pytest.mark.parametrize(
    ("output", "wanted", "dearer_than"),
    [
        pytest.param((0.0, 0.0), (0.9, 0.0), (2.0, 0.0), id="too cold"),
        pytest.param((3.0, 0.0), (0.0, 0.0), (0.0, 0.0), id="too warm"),
        pytest.param((2.0, 0.5), (0.9, 0.0), (2.0, 0.1), id="warm, and another shape"),
    ],
)
def test_the_farther_from_the_teacher_the_dearer(output, wanted, dearer_than):
    assert loss_to_teacher(maps(*output), maps(*wanted)) > loss_to_teacher(maps(*dearer_than), maps(*wanted))


def test_the_shape_of_what_is_cold_costs_nothing():
    assert loss_to_teacher(maps(-3.0, 0.5), maps(0.1, 0.0)) == loss_to_teacher(maps(-3.0, 0.0), maps(0.1, 0.0))


def test_a_teacher_sees_what_the_scanner_does():
    bgr = torch.randint(0, 255, (2, 64, 48, 3), dtype=torch.uint8)
    network = load_network("classifier", OUTPUTS, 1)
    answer = load_teacher(Path("models/classifier.onnx"), 1)(bgr.permute(0, 3, 1, 2).flip(1).float() / 255)
    assert torch.allclose(answer, torch.from_numpy(network.run(bgr.numpy())), atol=1e-5)
