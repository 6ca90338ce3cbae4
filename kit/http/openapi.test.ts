import { expect, test } from "vitest";
import { cashOut, placeBet, readToy } from "#kit/testing/test-calls.ts";
import { errorsOf, openApi } from "./openapi.ts";

/** Statuses of success and their bodies, as the document of this one call declares them. */
function successesOf(call: Parameters<typeof openApi>[0][number]) {
  const { paths } = openApi([call]) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const responses = paths["/api/v1/games/toy"]?.get?.responses ?? {};
  return Object.entries(responses).filter(([status]) => status < "300");
}

test("a call that may answer 202 declares both statuses, with one body", () => {
  expect(successesOf(readToy).map(([status]) => status)).toEqual(["200"]);
  const [usual, accepted] = successesOf({ ...readToy, orAccepted: true });
  expect([usual?.[0], accepted?.[0]]).toEqual(["200", "202"]);
  expect(accepted?.[1]).toEqual(usual?.[1]);
});

test("a new stake may require activity; what continues an open bet and what only reads may not", () => {
  const declares = (call: Parameters<typeof errorsOf>[0]) => errorsOf(call).some(({ code }) => code === "session_idle");
  expect([placeBet, { ...cashOut, continues: true as const }, readToy].map(declares)).toEqual([true, false, false]);
});
