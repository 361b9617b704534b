"""In: one round. Out: its points and winners, each line explained."""

from fastapi import APIRouter

from scoring import round_from_dict, score_round
from service.api.access import API, Caller
from service.api.errors import TAKES_BODY, errors
from service.api.round_models import ScoreIn, ScoreOut, scoring_record
from service.score_table import score_object

router = APIRouter(prefix=API, tags=["scores"])


@router.post("/scores", response_description="The round scored.", responses=errors(*TAKES_BODY, 422))
def score(round_: ScoreIn, language: Caller) -> ScoreOut:
    """Scores a round, as `handscan score` does."""
    rules, found = round_from_dict(scoring_record(round_))
    return ScoreOut.model_validate(score_object(found, rules, score_round(found, rules), language))
