import { expect, test } from "vitest";
import { hideOfferTip, isOfferTipHidden } from "./offer-tip-memory.ts";

const hour = 3_600_000;

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("the tip stays closed for 24 hours", () => {
  const kept = storage();
  expect(isOfferTipHidden(kept, 0)).toBe(false);
  hideOfferTip(kept, 0);
  expect(isOfferTipHidden(kept, 24 * hour - 1)).toBe(true);
  expect(isOfferTipHidden(kept, 24 * hour)).toBe(false);
});

test("a mark that no closing could have left is ignored", () => {
  const kept = storage();
  hideOfferTip(kept, 1000 * hour);
  expect(isOfferTipHidden(kept, 0)).toBe(false);
  kept.setItem("offer-tip-hidden-until", "soon");
  expect(isOfferTipHidden(kept, 0)).toBe(false);
});
