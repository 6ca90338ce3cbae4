import { expect, test } from "vitest";
import { hideOfferTip, isOfferTipHidden } from "./offer-tip-memory.ts";

const hour = 3_600_000;

function storage() {
  const device = new Map<string, string>();
  return {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, value: string) => void device.set(key, value),
  };
}

test("the tip stays closed for 24 hours", () => {
  const device = storage();
  expect(isOfferTipHidden(device, 0)).toBe(false);
  hideOfferTip(device, 0);
  expect(isOfferTipHidden(device, 24 * hour - 1)).toBe(true);
  expect(isOfferTipHidden(device, 24 * hour)).toBe(false);
});

test("an implausible timestamp is ignored", () => {
  const device = storage();
  hideOfferTip(device, 1000 * hour);
  expect(isOfferTipHidden(device, 0)).toBe(false);
  device.setItem("offer-tip-hidden-until", "soon");
  expect(isOfferTipHidden(device, 0)).toBe(false);
});
