import { expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { fillCanned } from "./canned-answers.ts";
import { type CannedPorts, cannedValues, cannedVariables } from "./canned-values.ts";

const alice = "0190f3a1-77aa-7c11-9d1e-0d6d3c0a1b01" as PlayerId;
const asked: PlayerId[] = [];
const ports: CannedPorts = {
  nameOf: async player => {
    asked.push(player);
    return "alice";
  },
  payoutOf: async player => {
    asked.push(player);
    return { sum: "50,00 $", status: "paid" };
  },
};
const dana = { name: "Dana Serik" };

test("variables are those of the conversation's own player, in its language", async () => {
  asked.length = 0;
  const values = await cannedValues(ports, { playerId: alice, locale: "ru", page: "/faq" }, dana);
  expect(fillCanned("{name}: {payout.sum} {payout.status}, {operator}, {page}", values)).toBe(
    "alice: 50,00 $ выплачен, Dana, /faq",
  );
  expect(new Set(asked)).toEqual(new Set([alice]));
  expect(Object.keys(values).sort()).toEqual([...cannedVariables].sort());
});

test("a guest has no name and no payout: an answer that needs them is refused and not left half empty", async () => {
  const values = await cannedValues(ports, { playerId: null, locale: "en", page: null }, dana);
  expect(fillCanned("Hello, this is {operator}.", values)).toBe("Hello, this is Dana.");
  expect(() => fillCanned("{name}, your withdrawal is {payout.status}. {name}!", values)).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ code: "variable_missing" }),
      details: { data: { variables: ["name", "payout.status"] } },
    }),
  );
});

test("a value is never read as a template", () => {
  expect(fillCanned("{name}", { name: "{payout.sum}" })).toBe("{payout.sum}");
});
