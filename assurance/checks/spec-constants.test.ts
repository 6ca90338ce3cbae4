import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatAmount } from "#kit/money/amount.ts";
import { currencies, currencyCodes } from "#kit/money/currency.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import { coinflipLimits } from "#modules/games/coinflip/shared/limits.ts";
import { crashLimits } from "#modules/games/crash/shared/limits.ts";
import { diceLimits } from "#modules/games/dice/shared/limits.ts";
import { hiloLimits } from "#modules/games/hilo/shared/limits.ts";
import { kenoLimits } from "#modules/games/keno/shared/limits.ts";
import { minerLimits } from "#modules/games/miner/shared/limits.ts";
import { gamePages } from "#modules/games/printed/web.ts";
import { roomLimits } from "#modules/games/rooms/shared/limits.ts";
import { rouletteLimits } from "#modules/games/roulette/shared/limits.ts";
import { gameMenuItems } from "#modules/lobby/web/menu-items.ts";
import { fallbackLimits } from "#modules/payments/shared/methods.ts";
import { payoutLimits } from "#modules/payments/shared/payouts.ts";
import { vipLevels } from "#modules/vip/shared/levels.ts";
import { prizeIn, prizeOf, wheelConfiguration } from "#modules/wheel/shared/rules.ts";
import { root } from "./source.ts";

/** The constants of the specification, compared with those that games and payments use. */

const range = (table: StakeTable, currency: keyof StakeTable) =>
  `${formatAmount(table[currency].min)}–${formatAmount(table[currency].max)}`;

test("stakes in roubles", () => {
  expect(range(crashLimits, "RUB")).toBe("1–50000");
  expect(range(minerLimits, "RUB")).toBe("1–1000");
  for (const table of [coinflipLimits, kenoLimits, hiloLimits, rouletteLimits, diceLimits])
    expect(range(table, "RUB")).toBe("1–10000");
  const least = Object.fromEntries(
    Object.entries(roomLimits).map(([room, table]) => [room, formatAmount(table.RUB.min)]),
  );
  expect(least).toEqual({ red: "1", yellow: "10", purple: "50" });
});

test("stakes in dollars, and euros as dollars", () => {
  expect(range(crashLimits, "USD")).toBe("0.01–500");
  expect(range(minerLimits, "USD")).toBe("0.01–10");
  expect(range(coinflipLimits, "USD")).toBe("0.01–100");
  expect(formatAmount(rouletteLimits.USD.max)).toBe("0.1");
  for (const table of [crashLimits, minerLimits, kenoLimits, hiloLimits, rouletteLimits, diceLimits])
    expect(range(table, "EUR")).toBe(range(table, "USD"));
});

test("stakes in tenge", () => {
  expect(range(crashLimits, "KZT")).toBe("5–250000");
  expect(range(minerLimits, "KZT")).toBe("5–5000");
  expect(range(coinflipLimits, "KZT")).toBe("5–50000");
  expect(formatAmount(rouletteLimits.KZT.max)).toBe("5");
});

test("stakes in rupees", () => {
  expect(range(crashLimits, "INR")).toBe("1–50000");
  expect(range(minerLimits, "INR")).toBe("1–1000");
  expect(range(coinflipLimits, "INR")).toBe("1–10000");
  expect(formatAmount(rouletteLimits.INR.max)).toBe("1");
});

test("the least payout of each currency", () => {
  const least = Object.fromEntries(currencyCodes.map(code => [code, payoutLimits[code].min]));
  expect(least).toEqual({ RUB: "100", USD: "1", KZT: "500", INR: "100", EUR: "1" });
});

test("the top prize of the wheel", () => {
  const tops = Object.fromEntries(
    currencyCodes.map(code => [code, formatAmount(prizeIn(wheelConfiguration, code, prizeOf(wheelConfiguration, 0)))]),
  );
  expect(tops).toEqual({ RUB: "1", USD: "0.01", KZT: "5", INR: "1", EUR: "0.01" });
});

test("nine in-house games, each open on a page of its own", () => {
  const games = ["crash", "dice", "coinflip", "hilo", "keno", "roulette", "miner", "cases", "rooms"];
  expect(gameMenuItems.map(({ game }) => game)).toEqual(expect.arrayContaining(games));
  for (const { game } of gameMenuItems) {
    expect(gamePages[game]?.[0]).toEqual({ path: game, file: `${game}-page` });
    expect(existsSync(join(root, `modules/games/${game}/web/${game}-page.tsx`)), game).toBe(true);
  }
});

test("the levels begin at 100", () => {
  expect(formatAmount(vipLevels[0].from)).toBe("100");
});

test("a payment method without limits for a currency takes 100 to 300000, 100 by default", () => {
  expect(fallbackLimits).toEqual({ min: "100", max: "300000", usual: "100" });
});

test("five currencies, each with its sign", () => {
  expect(Object.fromEntries(currencyCodes.map(code => [code, currencies[code].sign]))).toEqual({
    RUB: "₽",
    USD: "$",
    KZT: "₸",
    INR: "₹",
    EUR: "€",
  });
});

test("three themes of tooltips, each with a style of its own", () => {
  const css = readFileSync(join(root, "kit/ui/pieces.css"), "utf8");
  const styles = ["white-tooltip", "gray-tooltip", "regdep-tooltip"].map(
    theme => new RegExp(`\\.${theme} \\{([^}]+)\\}`).exec(css)?.[1],
  );
  expect(new Set(styles).size).toBe(3);
  expect(styles).not.toContain(undefined);
});

test("notifications move for 300 ms", () => {
  const read = (file: string) => readFileSync(join(root, "kit/ui", file), "utf8");
  expect(/--t-toast: (\w+);/.exec(read("tokens.css"))?.[1]).toBe("300ms");
  expect(read("pieces.css")).toMatch(/\[data-sonner-toast\] \{\s*transition-duration: var\(--t-toast\) !important;/);
});
