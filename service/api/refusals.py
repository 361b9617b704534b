"""In: an exception of the store or the corrections. Out: the error that the caller sees."""

from collections.abc import Mapping

from service.api.errors import ApiError
from service.corrections import NoSuchHand, NoSuchPiece
from service.live_hands import NoSuchLive, NothingSettled
from service.store.matches import NoSuchMatch, NothingToUndo, Stale
from service.store.scans import NoSuchScan, ScanChanged

REFUSALS: Mapping[type[Exception], ApiError] = {
    NoSuchMatch: ApiError(404, "no_match", "There is no such match: it may have been deleted."),
    NoSuchScan: ApiError(404, "no_scan", "There is no such scan: send the photo again."),
    NoSuchPiece: ApiError(404, "no_piece", "The scan has no such piece: get it again."),
    NoSuchHand: ApiError(404, "no_hand", "The scan has no such hand: get it again."),
    NoSuchLive: ApiError(404, "no_live", "This live camera is not read any more: open it again."),
    NothingSettled: ApiError(409, "nothing_settled", "No hand stands yet: hold it still until the frame turns green."),
    NothingToUndo: ApiError(409, "nothing_to_undo", "There is nothing to undo."),
    ScanChanged: ApiError(
        409, "changed_meanwhile", "Someone else corrected the scan at the same moment: get it again."
    ),
    Stale: ApiError(412, "changed_meanwhile", "The match was changed meanwhile: get it again and repeat the change."),
}
