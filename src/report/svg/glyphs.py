#!/usr/bin/env python3
"""Makes glyphs.txt: outlines of the characters of diagrams, as paths of SVG.

    pip install fonttools brotli
    npm pack @fontsource/shippori-mincho@5.3.0 && tar xzf fontsource-shippori-mincho-5.3.0.tgz
    python3 glyphs.py package/files/shippori-mincho-japanese-600-normal.woff2 > glyphs.txt

A line is a character, a tab, and the path of its outline: a square of 1,000 units, the origin in its
upper left corner, y downwards. Run by hand when a character is missing; the build does not need it.
"""

import sys

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

CHARACTERS = (
    "歩香桂銀金角飛玉王と杏圭全馬龍"  # pieces on the board and in hands
    "成不同打右左直上引寄行入"  # what moves say besides
    "〇一二三四五六七八九十百千"
    "１２３４５６７８９０0123456789"
    "攻方持駒残り全部なし手詰必至目図はまで（）先後番"
)

# Marks of the sides, which the file of the font has no room for.
MARKS = {
    "▲": "M500 150L860 790H140Z",
    "△": "M500 150L860 790H140ZM500 258L228 742H772Z",
}

font = TTFont(sys.argv[1])
outlines = font.getGlyphSet()
names = font.getBestCmap()
size = font["head"].unitsPerEm
top = font["OS/2"].sTypoAscender
scale = 1000 / size

print("# Outlines of Shippori Mincho SemiBold (https://github.com/fontdasu/ShipporiMincho), made by glyphs.py.")
print("# Copyright 2021 The Shippori Mincho Project Authors. SIL Open Font License 1.1: see OFL.txt.")
for character in sorted(set(CHARACTERS)):
    glyph = outlines[names[ord(character)]]
    path = SVGPathPen(outlines, ntos=lambda number: str(round(number)))
    # Narrow characters are centred in the square.
    left = (1000 - glyph.width * scale) / 2
    glyph.draw(TransformPen(path, (scale, 0, 0, -scale, left, top * scale)))
    print(f"{character}\t{path.getCommands()}")
for mark, path in MARKS.items():
    print(f"{mark}\t{path}")
