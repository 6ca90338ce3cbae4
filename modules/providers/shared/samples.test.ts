import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type ProviderCall, providerCalls, walletBodies } from "./protocol.ts";
import { providerSamples, walletSamples } from "./samples.ts";
import { okFields, refusalsOf, statusNotes, type WalletCallName } from "./wallet-calls.ts";

test.each(Object.keys(walletBodies) as WalletCallName[])("the sample of %s is one that the casino takes", name => {
  const { body, ok } = walletSamples[name];
  expect(z.parse(walletBodies[name], body)).toEqual(body);
  const { status, ...fields } = ok;
  expect(status).toBe("ok");
  expect(z.parse(okFields[name], fields)).toEqual(fields);
});

test.each(Object.entries(providerCalls) as [keyof typeof providerSamples, ProviderCall][])(
  "the sample of %s is one that both sides take",
  (name, call) => {
    const { body, ok } = providerSamples[name] as { body?: object; ok: object };
    expect(call.body && z.parse(call.body, body)).toEqual(body);
    expect(z.parse(call.reply, ok)).toEqual(ok);
  },
);

test("every status has its meaning printed", () => {
  expect(
    Object.values(refusalsOf)
      .flat()
      .filter(status => !statusNotes[status]),
  ).toEqual([]);
});

test.each(["1e3", "-1", "0.123", "01", "1.", ".5", " 1", "1,0", "٣", "", "1234567890", "NaN"])(
  "%j is no stake",
  text => {
    expect(z.safeParse(walletBodies.bet, { ...walletSamples.bet.body, amount: text }).success).toBe(false);
  },
);

test.each([
  ["a number", { amount: 1 }],
  ["seven decimals", { amount: "0.1234567" }],
  ["an unknown key", { extra: 1 }],
  ["an unknown currency", { currency: "GBP" }],
  ["a round that is no UUID", { round: "1" }],
  ["no close", { close: undefined }],
])("a win with %s is malformed", (_what, change) => {
  expect(z.safeParse(walletBodies.win, { ...walletSamples.win.body, ...change }).success).toBe(false);
});
