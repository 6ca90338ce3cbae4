import { expect, test } from "vitest";
import { type BetControls, showBetControls } from "./bet-controls.ts";
import { textsOf } from "./texts.ts";

const say = textsOf("en");
const money = { show: (amount: bigint) => `$${amount}` };

function shown(controls: Partial<BetControls>) {
  const button = () => ({ disabled: false, textContent: "" });
  const view = {
    balance: { value: "" },
    onTable: { value: "" },
    confirm: button(),
    undo: button(),
    clear: button(),
    double: button(),
    repeat: button(),
  };
  const usual = {
    isBetting: true,
    isSending: false,
    balance: 50n,
    sent: 0n,
    drafted: 0n,
    canUndo: false,
    canRepeat: false,
  };
  showBetControls(view as unknown as Parameters<typeof showBetControls>[0], { ...usual, ...controls }, { say, money });
  const enabled = (["confirm", "undo", "clear", "double", "repeat"] as const).filter(name => !view[name].disabled);
  return { enabled, confirm: view.confirm.textContent, onTable: view.onTable.value };
}

test("chips that are not confirmed can be confirmed, cleared, doubled and taken back", () => {
  expect(shown({ drafted: 5n, sent: 2n, canUndo: true })).toEqual({
    enabled: ["confirm", "undo", "clear", "double"],
    confirm: say("confirm", { amount: "$5" }),
    onTable: "$7",
  });
});

test("without chips, the former bets can be repeated and confirmed ones doubled", () => {
  expect(shown({ canRepeat: true })).toMatchObject({ enabled: ["repeat"], confirm: say("confirmEmpty") });
  expect(shown({ sent: 2n })).toMatchObject({ enabled: ["double"] });
});

test("nothing is sent twice, and nothing can be done once bets are closed", () => {
  expect(shown({ drafted: 5n, isSending: true })).toMatchObject({
    enabled: ["clear", "double"],
    confirm: say("sending"),
  });
  expect(shown({ drafted: 5n, canUndo: true, canRepeat: true, isBetting: false }).enabled).toEqual([]);
});
