import { expect, test } from "vitest";
import { CallError } from "#studio/frame/web/rgs.ts";
import { meridianRoulette } from "../roulette/game.ts";
import type { RoundFacts } from "../shared/calls.ts";
import { createDraftChips } from "./draft-chips.ts";

test("a failure is no longer shown once the same chips are accepted", async () => {
  const shown: string[] = [];
  let isLost = true;
  const nothing = () => undefined;
  const chips = createDraftChips({
    limits: meridianRoulette.limits("EUR"),
    own: {
      balance: 100_000_000n,
      sent: () => [],
      send: async () => {
        if (isLost) throw new CallError({ code: "offline" });
      },
    },
    notices: {
      notify: text => void shown.push(text),
      clear: () => void shown.splice(0),
      failed: () => {
        shown.push("offline");
        return "offline";
      },
    },
    say: key => key,
    sound: { wake: nothing, click: nothing, chip: nothing },
    view: { announce: nothing },
    port: { send: nothing, onMessage: nothing },
    report: { started: nothing },
    round: () => ({ number: 7 }) as RoundFacts,
    isOpen: () => true,
    show: nothing,
  } as unknown as Parameters<typeof createDraftChips>[0]);
  chips.put([{ spot: "red", amount: 5_000_000n }]);
  await chips.confirm();
  expect(shown).toEqual(["offline"]);
  expect(chips.draft.layout.length).toBe(1);
  isLost = false;
  await chips.confirm();
  expect(shown).toEqual([]);
  expect(chips.draft.layout).toEqual([]);
});
