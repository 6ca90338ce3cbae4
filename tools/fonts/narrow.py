"""Makes the faces of kit/ui/fonts out of Fontsource's variable files: only the weights the style sheets ask for, one optical
size for the display face. The few signs of extended alphabets that pages need (currencies with the Latin letters, Kazakh letters
with the Cyrillic ones) are in the same file as the alphabet: a page asks for one file an alphabet and face. Needs Debian's python3-fonttools and python3-brotli.

    python3 tools/fonts/narrow.py FOLDER_WITH_THE_ORIGINALS
"""

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

TEXT = {"wght": (400, 700)}
DISPLAY = {"wght": (800, 900), "opsz": 24}
MONO = {"wght": (400, 600)}
MONEY = {ord(sign) for sign in "₸₽"}
KAZAKH = {ord(letter) for letter in "ӘәҒғҚқҢңӨөҮүҺһ"}

RUPEE = ("geologica-rupee-wght-normal.woff2", {ord("₹")})


def text(part: str, signs: set[int] | None = None) -> tuple:
    return (f"onest-{part}-wght-normal.woff2", TEXT, signs)


def display(part: str, signs: set[int] | None = None) -> tuple:
    return (f"piazzolla-{part}-standard-normal.woff2", DISPLAY, signs)


def rupee(axes: dict) -> tuple:
    return (RUPEE[0], {"wght": axes["wght"]}, RUPEE[1])


# Name of the file made, and what is in it: originals, their axes, their signs (None: all of them).
FACES = [
    ("onest-latin.woff2", [text("latin"), text("latin-ext", MONEY), rupee(TEXT)]),
    ("onest-latin-ext.woff2", [text("latin-ext")]),
    ("onest-cyrillic.woff2", [text("cyrillic"), text("cyrillic-ext", KAZAKH)]),
    ("onest-cyrillic-ext.woff2", [text("cyrillic-ext")]),
    ("piazzolla-latin.woff2", [display("latin"), display("latin-ext", MONEY), rupee(DISPLAY)]),
    ("piazzolla-latin-ext.woff2", [display("latin-ext")]),
    ("piazzolla-cyrillic.woff2", [display("cyrillic"), display("cyrillic-ext", KAZAKH)]),
    ("piazzolla-cyrillic-ext.woff2", [display("cyrillic-ext")]),
    ("jetbrains-mono-latin.woff2", [("jetbrains-mono-latin-wght-normal.woff2", MONO, None)]),
]


def narrow(original: Path, axes: dict, signs: set[int] | None) -> TTFont:
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
    return font


def add(font: TTFont, other: TTFont, mark: str) -> None:
    """Puts the glyphs of `other` into `font`: the same axes, widths and variations. Advance widths come from gvar alone then."""
    scale_upem(other, font["head"].unitsPerEm)
    names = {name: f"{name}.{mark}" for name in other.getGlyphOrder() if name != ".notdef"}
    order = font.getGlyphOrder() + list(names.values())
    for name, new in names.items():
        glyph = other["glyf"][name]
        for component in glyph.components if glyph.isComposite() else []:
            component.glyphName = names[component.glyphName]
        font["glyf"].glyphs[new] = glyph
        font["hmtx"].metrics[new] = other["hmtx"].metrics[name]
        font["gvar"].variations[new] = other["gvar"].variations.get(name, [])
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({code: names[name] for code, name in other.getBestCmap().items()})
    if "HVAR" in font:
        del font["HVAR"]


def made(originals: Path, parts: list) -> bytes:
    base, *others = [narrow(originals / original, axes, signs) for original, axes, signs in parts]
    for index, other in enumerate(others):
        add(base, other, f"part{index}")
    base.flavor = "woff2"
    file = io.BytesIO()
    base.save(file)
    return file.getvalue()


def main() -> None:
    originals = Path(sys.argv[1])
    out = Path(__file__).resolve().parents[2] / "kit/ui/fonts"
    for name, parts in FACES:
        face = made(originals, parts)
        (out / name).write_bytes(face)
        print(f"{name}: {len(face)} bytes")


if __name__ == "__main__":
    main()
