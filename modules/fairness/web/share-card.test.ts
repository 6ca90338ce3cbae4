import { expect, test } from "vitest";
import { type CardCanvas, cardWidth, drawCard } from "./share-card.ts";

const colors = { ground: "0", line: "1", text: "2", muted: "3", accent: "4" };

/** Notes what is written and how wide, with letters of six tenths of their size. */
function noted() {
  const lines: { text: string; right: number; color: string }[] = [];
  const widthOf = (text: string, font: string) => text.length * Number(/(\d+)px/.exec(font)?.[1]) * 0.6;
  const canvas = {
    fillStyle: "",
    strokeStyle: "",
    lineWidth: 0,
    font: "",
    fillRect() {},
    strokeRect() {},
    measureText: (text: string) => ({ width: widthOf(text, canvas.font) }),
    fillText: (text: string, x: number) =>
      void lines.push({ text, right: x + widthOf(text, canvas.font), color: canvas.fillStyle }),
  };
  return { canvas: canvas as unknown as CardCanvas, lines };
}

test("a card says game, multiplier, sums and where to check it, and nothing runs over its edge", () => {
  const { canvas, lines } = noted();
  const texts = {
    game: "Limbo",
    multiplier: "1,000,000.00×",
    sums: "Stake 999,999,999.99 ₸, paid 999,999,999,999,999.99 ₸",
    promise: "Every result can be checked by anybody, in the browser or in a terminal, for ever",
    link: `https://fairhouse.example/verify/${"x".repeat(43)}`,
  };
  drawCard(canvas, { ...texts, won: true }, colors);
  expect(lines.map(({ text }) => text)).toEqual(["Fairhouse", ...Object.values(texts)]);
  expect(lines.filter(({ right }) => right > cardWidth - 60)).toEqual([]);
});

test("the multiplier has the colour of a win only on the card of a bet that won", () => {
  const texts = { game: "Dice", multiplier: "0.00×", sums: "Stake $1, paid $0", promise: "", link: "" };
  for (const won of [true, false]) {
    const { canvas, lines } = noted();
    drawCard(canvas, { ...texts, won }, colors);
    expect(lines.find(({ text }) => text === texts.multiplier)?.color).toBe(won ? colors.accent : colors.text);
  }
});
