import type { PagePort } from "#studio/frame/web/page-port.ts";
import { CallError } from "#studio/frame/web/rgs.ts";
import type { RoundFacts } from "../shared/calls.ts";
import { sumOf } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import type { TableLimits } from "../shared/table-game.ts";
import { clear, type Draft, double, merged, noDraft, place, toSend, undo } from "./draft.ts";
import type { Notices } from "./notices.ts";
import type { OwnBets } from "./own-bets.ts";
import type { RoundReport } from "./round-report.ts";
import type { TableSound } from "./table-sound.ts";
import type { TableView } from "./table-view.ts";
import type { Say } from "./texts.ts";

/** The chips that a player has put down and not confirmed. */
export interface DraftChips {
  readonly draft: Draft;
  readonly isSending: boolean;
  put(chips: readonly Placed[]): void;
  undo(): void;
  clear(): void;
  double(): void;
  /** Puts down the bets of an earlier round. */
  repeat(bets: readonly Placed[]): void;
  confirm(): Promise<void>;
  /** @returns whether there were chips to take away */
  drop(): boolean;
  /** Says why something was not done. What was not taken may be sent again; what is unknown may not. */
  failed(error: unknown): void;
}

interface Needs {
  readonly own: OwnBets;
  readonly limits: TableLimits;
  readonly say: Say;
  readonly sound: TableSound;
  readonly view: Pick<TableView, "announce">;
  readonly port: PagePort;
  readonly notices: Notices;
  readonly report: RoundReport;
  round(): RoundFacts | null;
  /** Whether bets are taken. */
  isOpen(): boolean;
  show(): void;
}

export function createDraftChips(needs: Needs): DraftChips {
  const { own, limits, say, sound, view, port, notices, report, round, isOpen, show } = needs;
  let draft: Draft = noDraft;
  let isSending = false;

  const room = () => {
    const current = round();
    return { limits, sent: current ? own.sent(current.number) : [] };
  };

  function change(next: Draft | undefined): void {
    sound.wake();
    if (!next) {
      notices.notify(say("limitSpot"));
      return;
    }
    draft = next;
    sound.click();
    show();
  }

  function failed(error: unknown): void {
    if (["round_void", "betting_closed"].includes(notices.failed(error))) draft = noDraft;
  }

  return {
    get draft() {
      return draft;
    },
    get isSending() {
      return isSending;
    },
    put(chips) {
      if (!isOpen() || isSending) return;
      sound.wake();
      const next = place(draft, chips, room());
      if (!next) {
        notices.notify(say("limitSpot"));
        return;
      }
      draft = next;
      sound.chip();
      show();
    },
    undo: () => change(undo(draft)),
    clear: () => change(clear(draft)),
    double: () => change(double(draft, room())),
    repeat: bets => change(place(draft, merged([bets]), room())),
    async confirm() {
      const current = round();
      if (!current || !isOpen() || isSending || draft.layout.length === 0) return;
      if (sumOf(draft.layout) > own.balance) {
        failed(new CallError({ code: "insufficient_funds" }));
        return;
      }
      isSending = true;
      show();
      try {
        await own.send(current.number, toSend(draft));
        draft = noDraft;
        notices.clear();
        view.announce(say("placed"));
        sound.chip();
        report.started();
        port.send({ type: "balance-changed" });
      } catch (error) {
        failed(error);
      } finally {
        isSending = false;
        show();
      }
    },
    drop() {
      if (draft.layout.length === 0 || isSending) return false;
      draft = noDraft;
      return true;
    },
    failed,
  };
}
