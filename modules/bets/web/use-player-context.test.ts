import { expect, test } from "vitest";
import { playerContextOf } from "./use-player-context.ts";

const alice = { id: "0190a000-0000-7000-8000-000000000001", currency: "KZT", balance: "500", total_balance: "520" };

test("in practice alice has no player context, so neither her money nor her seeds are used, and the currency is hers", () => {
  expect(playerContextOf(alice, true, "USD")).toEqual({
    playerId: null,
    practice: true,
    balance: undefined,
    total: undefined,
    currency: "KZT",
  });
  expect(playerContextOf(alice, false, "USD")).toEqual({
    playerId: alice.id,
    practice: false,
    balance: 500_000_000n,
    total: 520_000_000n,
    currency: "KZT",
  });
});

test("a guest plays for free anyway: the query parameter changes nothing", () => {
  expect(playerContextOf(null, true, "RUB")).toEqual(playerContextOf(null, false, "RUB"));
  expect(playerContextOf(null, true, "RUB")).toMatchObject({ playerId: null, practice: false });
});
