import { accountName } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";

/** The figures of a period that are sums of movements. */
export const moneyFigures = ["ggr", "bonuses", "prizes", "jackpots", "fees", "deposits", "payouts"] as const;
export type MoneyFigure = (typeof moneyFigures)[number];

/** NGR is the sum of these, each with its sign. */
export const ngrLines = ["ggr", "bonuses", "prizes", "jackpots", "fees"] as const satisfies readonly MoneyFigure[];

/** Part of a movement in a figure; 1 where it adds to it, -1 where it takes from it. */
export interface Part {
  readonly figure: MoneyFigure;
  readonly sign: 1n | -1n;
  /** The game whose result it is; null beside games. */
  readonly game: string | null;
}

interface Moved {
  readonly kind: TransferKind;
  readonly debit: number;
  readonly credit: number;
}

/** Shares of stakes for a pot come from a game's result, and are a cost of their own. */
const toPots: readonly TransferKind[] = ["jackpot_share", "jackpot_reserve"];

/** What a movement is part of: an account's credits less its debits. */
export function partsOf({ kind, debit, credit }: Moved): readonly Part[] {
  const parts: Part[] = [];
  if (kind === "deposit") parts.push({ figure: "deposits", sign: 1n, game: null });
  if (kind === "refund_sent") parts.push({ figure: "deposits", sign: -1n, game: null });
  if (kind === "payout_sent") parts.push({ figure: "payouts", sign: 1n, game: null });
  const gained = lineOf(credit, kind);
  const lost = lineOf(debit, kind);
  if (gained) parts.push({ ...gained, sign: 1n });
  if (lost) parts.push({ ...lost, sign: -1n });
  return parts;
}

function lineOf(account: number, kind: TransferKind): Omit<Part, "sign"> | undefined {
  const [family = "", member = ""] = accountName(account).split(":");
  if (family === "result") return { figure: toPots.includes(kind) ? "jackpots" : "ggr", game: member };
  if (family === "bonus") return { figure: "bonuses", game: null };
  if (family === "promotions" || family === "chat budget") return { figure: "prizes", game: null };
  return family === "fees" ? { figure: "fees", game: null } : undefined;
}

/** What the rows of a figure's list are. */
export const rowKinds = [
  "stakes",
  "wins",
  "corrected",
  "bonuses_given",
  "bonuses_returned",
  "prizes",
  "pots",
  "exchange",
  "fees",
  "deposits",
  "refunds",
  "payouts",
] as const;
export type RowKind = (typeof rowKinds)[number];

const corrections: readonly TransferKind[] = [
  "slip_settle_reversed",
  "slip_payout_reversed",
  "slip_boost_reversed",
  "debt",
  "boost_debt",
  "slip_bonus_payout_reversed",
  "slip_bonus_boost_reversed",
  "slip_bonus_lack",
  "slip_boost_lack",
  "round_stake_returned",
  "round_win_taken",
  "round_debt",
];

export function rowKindOf(kind: TransferKind, { figure, sign }: Part): RowKind {
  switch (figure) {
    case "ggr":
      return corrections.includes(kind) ? "corrected" : sign > 0n ? "stakes" : "wins";
    case "bonuses":
      return sign > 0n ? "bonuses_returned" : "bonuses_given";
    case "jackpots":
      return "pots";
    case "fees":
      return kind === "exchange_spread" || kind === "exchange_rounding" ? "exchange" : "fees";
    case "deposits":
      return kind === "refund_sent" ? "refunds" : "deposits";
    default:
      return figure;
  }
}
