import { el } from "#studio/frame/web/dom.ts";
import type { Money } from "#studio/frame/web/money.ts";
import type { RoundFacts } from "../shared/calls.ts";
import { sumOf } from "../shared/layout.ts";
import type { DraftChips } from "./draft-chips.ts";
import type { LaidFelt } from "./laid-felt.ts";
import type { Notices } from "./notices.ts";
import type { OwnBets } from "./own-bets.ts";
import type { RoundReport } from "./round-report.ts";
import type { Stage } from "./stage.ts";
import type { TableSound } from "./table-sound.ts";
import type { TableView } from "./table-view.ts";
import type { Say } from "./texts.ts";

/** What happens at the table when a round enters its next phase: marks, sounds, the win, and texts for screen readers. */
export interface RoundPhases {
  /** A round as it is now. */
  follow(round: RoundFacts): void;
  /** For screen readers: whose turn has begun. */
  announceTurn(round: RoundFacts): void;
}

interface Needs {
  readonly say: Say;
  readonly money: Money;
  readonly own: OwnBets;
  readonly sound: TableSound;
  readonly view: TableView;
  readonly stage: Stage;
  readonly felt: LaidFelt;
  readonly chips: DraftChips;
  readonly notices: Notices;
  readonly report: RoundReport;
  show(): void;
}

export function createRoundPhases(needs: Needs): RoundPhases {
  const { say, money, own, sound, view, stage, felt, chips, notices, report, show } = needs;
  let seenPhase = "";
  let announcedTurn = "";
  const won = el("div", { class: "won-banner", hidden: true, "aria-hidden": "true" });
  view.room.before(won);

  function showWon(text: string): void {
    won.textContent = text;
    won.hidden = text === "";
  }

  function begin(): void {
    showWon("");
    felt.mark(null);
    view.announce(say("betting"));
    show();
  }

  function closeBets(): void {
    if (chips.drop()) notices.notify(say("dropped"));
    else view.announce(say("closed"));
    sound.bell();
    show();
  }

  async function settle(round: RoundFacts): Promise<void> {
    const staked = sumOf(own.sent(round.number));
    if (round.phase === "voided") notices.notify(say("voidNote"));
    else if (round.outcome !== null) {
      felt.mark(round.outcome);
      view.announce(stage.resultText(round.outcome));
    }
    const payout = await own.settle(round);
    // Nothing is celebrated that is not above the stake.
    if (payout !== undefined && payout > staked) {
      const text = say("youWin", { amount: money.show(payout) });
      showWon(text);
      view.announce(text);
      sound.win();
    }
    report.ended(own.roundId);
    show();
  }

  function enterPhase(round: RoundFacts): void {
    const phase = `${round.number} ${round.phase}`;
    if (phase === seenPhase) return;
    seenPhase = phase;
    if (round.phase === "betting") begin();
    if (round.phase === "closed") closeBets();
    if (round.phase === "settled" || round.phase === "voided") void settle(round);
  }

  function announceTurn(round: RoundFacts): void {
    const turn = stage.turnText?.(round);
    const text = turn && `${turn.title}. ${turn.detail}`;
    if (text === undefined || text === announcedTurn) return;
    announcedTurn = text;
    view.announce(text);
  }

  return { follow: enterPhase, announceTurn };
}
