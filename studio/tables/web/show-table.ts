import type { Money } from "#studio/frame/web/money.ts";
import { sumOf } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import type { TableGame } from "../shared/table-game.ts";
import { showBetControls } from "./bet-controls.ts";
import type { DraftChips } from "./draft-chips.ts";
import type { LaidFelt } from "./laid-felt.ts";
import type { LiveTable } from "./live-table.ts";
import type { OwnBets } from "./own-bets.ts";
import type { Stage } from "./stage.ts";
import type { TableState } from "./table-state.ts";
import type { TableView } from "./table-view.ts";
import type { Say } from "./texts.ts";

/** What is at the table. */
interface AtTable {
  readonly table: LiveTable;
  readonly game: TableGame;
  readonly own: OwnBets;
  readonly chips: DraftChips;
}

/** Where it is shown. */
interface Places {
  readonly view: TableView;
  readonly felt: LaidFelt;
  readonly stage: Stage;
}

/** Shows the table as it is now. */
export function showTable(
  { table, game, own, chips }: AtTable,
  { view, felt, stage }: Places,
  texts: { readonly say: Say; readonly money: Money; readonly isDemo: boolean },
): void {
  const { state } = table;
  const { round } = state;
  const sent = round ? own.sent(round.number) : [];
  const isBetting = table.isOpen();
  const { draft, isSending } = chips;
  felt.show({ sent: stillOnFelt(felt, state, sent), draft: draft.layout, crowd: state.crowd }, isBetting);
  const controls = {
    isBetting,
    isSending,
    balance: own.balance,
    sent: sumOf(sent),
    drafted: sumOf(draft.layout),
    canUndo: draft.past.length > 0,
    canRepeat: round !== null && repeatable(game, own, round.number).length > 0,
  };
  showBetControls(view, controls, texts);
  view.showWatching(state.watching);
  view.showHash(round?.link_hash ?? "");
  view.verify.disabled = !texts.isDemo && own.roundId === null;
  view.boxes.replaceChildren(...stage.boxes(state, own.entryId));
  view.results.replaceChildren(...stage.results(state));
  stage.show(round, state);
}

/** Once the result is shown, the chips that lost have left. */
function stillOnFelt(felt: LaidFelt, { round }: TableState, sent: readonly Placed[]): readonly Placed[] {
  const { phase, outcome } = round ?? {};
  if (phase !== "settled" || outcome === undefined || outcome === null) return sent;
  return sent.filter(({ spot }) => felt.returned(outcome, spot) > 0n);
}

/** The bets before a round that may be put down again: stakes of decisions are taken with them, and bets behind only where somebody has bet. */
export function repeatable(game: TableGame, own: OwnBets, round: number): readonly Placed[] {
  const { turns } = game;
  if (!turns) return own.before(round);
  return own.before(round).filter(({ spot }) => {
    const owner = game.hasSpot(spot) ? turns.ownerOf(spot) : undefined;
    return owner !== undefined && own.seats.includes(owner);
  });
}
