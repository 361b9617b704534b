"""In: a manifest of clips. Out: whether each settles with the right total, none with a wrong one without a flag."""

import json
import subprocess
import sys


def main(manifest: str) -> int:
    """Watches them and says so; the exit status is 1 where it is not so."""
    command = ["handscan", "bench", "--clips", manifest, "--json"]
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    clips, right, wrong = found["clips"], found["right_total_settled"], found["wrong_without_a_flag"]
    for clip in clips:
        print(clip)
    print(f"{right} of {len(clips)} clips settle with the right total, {wrong} wrong ones without a flag.")
    return int(wrong > 0 or right < len(clips))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
