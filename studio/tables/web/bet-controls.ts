import type { Money } from "#studio/frame/web/money.ts";
import type { TableView } from "./table-view.ts";
import type { Say } from "./texts.ts";

/** What the player can do with chips now. */
export interface BetControls {
  readonly isBetting: boolean;
  readonly isSending: boolean;
  readonly balance: bigint;
  /** Placed and confirmed in this round. */
  readonly sent: bigint;
  /** Placed and not confirmed. */
  readonly drafted: bigint;
  readonly canUndo: boolean;
  readonly canRepeat: boolean;
}

type Shown = Pick<TableView, "balance" | "onTable" | "confirm" | "undo" | "clear" | "double" | "repeat">;

export function showBetControls(
  view: Shown,
  controls: BetControls,
  { say, money }: { readonly say: Say; readonly money: Pick<Money, "show"> },
): void {
  const { isBetting, isSending, balance, sent, drafted, canUndo, canRepeat } = controls;
  view.balance.value = money.show(balance);
  view.onTable.value = money.show(sent + drafted);
  view.confirm.textContent = confirmText(controls, say, money);
  view.confirm.disabled = !isBetting || isSending || drafted === 0n;
  view.undo.disabled = !isBetting || !canUndo;
  view.clear.disabled = !isBetting || drafted === 0n;
  view.double.disabled = !isBetting || drafted + sent === 0n;
  view.repeat.disabled = !isBetting || !canRepeat;
}

function confirmText({ isSending, drafted }: BetControls, say: Say, money: Pick<Money, "show">): string {
  if (isSending) return say("sending");
  return drafted > 0n ? say("confirm", { amount: money.show(drafted) }) : say("confirmEmpty");
}
