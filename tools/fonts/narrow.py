"""Makes the faces of kit/ui/fonts out of Fontsource's variable files: only the weights the style sheets ask for, one optical
size for the display face, and the few signs that pages in another alphabet need (currencies, Kazakh letters) in files of their
own, so that nobody loads a whole extended alphabet for one sign. Needs Debian's python3-fonttools and python3-brotli.

    python3 tools/fonts/narrow.py FOLDER_WITH_THE_ORIGINALS
"""

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

TEXT = {"wght": (400, 700)}
DISPLAY = {"wght": (800, 900), "opsz": 24}
MONO = {"wght": (400, 600)}
MONEY = {ord(sign) for sign in "₸₽"}
KAZAKH = {ord(letter) for letter in "ӘәҒғҚқҢңӨөҮүҺһ"}

# name of the file made, the original, its axes, its signs (None: all of them)
FACES = [
    *((f"onest-{part}.woff2", f"onest-{part}-wght-normal.woff2", TEXT, None) for part in ("latin", "latin-ext", "cyrillic", "cyrillic-ext")),
    ("onest-money.woff2", "onest-latin-ext-wght-normal.woff2", TEXT, MONEY),
    ("onest-kazakh.woff2", "onest-cyrillic-ext-wght-normal.woff2", TEXT, KAZAKH),
    *((f"piazzolla-{part}.woff2", f"piazzolla-{part}-standard-normal.woff2", DISPLAY, None) for part in ("latin", "latin-ext", "cyrillic", "cyrillic-ext")),
    ("piazzolla-money.woff2", "piazzolla-latin-ext-standard-normal.woff2", DISPLAY, MONEY),
    ("piazzolla-kazakh.woff2", "piazzolla-cyrillic-ext-standard-normal.woff2", DISPLAY, KAZAKH),
    ("jetbrains-mono-latin.woff2", "jetbrains-mono-latin-wght-normal.woff2", MONO, None),
]


def narrow(original: Path, axes: dict, signs: set[int] | None) -> bytes:
    narrowed = io.BytesIO()
    font = TTFont(original)
    font.flavor = None
    instancer.instantiateVariableFont(font, axes).save(narrowed)
    font = TTFont(narrowed)
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for code in font.getBestCmap() if signs is None or code in signs])
    subsetter.subset(font)
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def main() -> None:
    originals = Path(sys.argv[1])
    out = Path(__file__).resolve().parents[2] / "kit/ui/fonts"
    for name, original, axes, signs in FACES:
        made = narrow(originals / original, axes, signs)
        (out / name).write_bytes(made)
        print(f"{name}: {len(made)} bytes, before {(originals / original).stat().st_size}")


if __name__ == "__main__":
    main()
