import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { currencies, currencyCodes } from "#kit/money/currency.ts";
import { CurrencyIcon } from "./currency-icon.tsx";

test("each currency has its own icon, hidden from screen readers", () => {
  const icons = currencyCodes.map(of => renderToStaticMarkup(createElement(CurrencyIcon, { of })));
  expect(new Set(icons).size).toBe(currencyCodes.length);
  for (const [index, code] of currencyCodes.entries()) {
    expect(icons[index]).toContain(`>${currencies[code].sign}</text>`);
    expect(icons[index]).toContain('aria-hidden="true"');
  }
});
