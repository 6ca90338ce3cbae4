import type { Queryable } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { type LogPositions, readLogPositions } from "#modules/odds/server/index.ts";
import type { RevisedSlip, Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import { priceText } from "../shared/read-slip.ts";
import {
  type ReceiptLeg,
  type RevisionCause,
  type RevisionReceipt,
  receiptHash,
  receiptText,
  receiptVersion,
  type SlipReceipt,
} from "../shared/receipt.ts";

type Ids = Pick<Bets["ids"], "seal">;

/** A receipt as it is signed, with what its legs rest on. */
export interface MadeReceipt {
  readonly text: string;
  readonly hash: Uint8Array;
  /** Log positions by leg; empty for a revision. */
  readonly positions: readonly LogPositions[];
}

/** The receipts of these slips, in their order: the same bytes whenever they are made. */
export async function makeSlipReceipts(
  db: Queryable,
  ids: Ids,
  slips: readonly Slip[],
): Promise<readonly MadeReceipt[]> {
  const marks = slips.flatMap(({ legs }) =>
    legs.map(({ event, eventN, marketN, eventHead: head }) => ({ event, eventN, marketN, head })),
  );
  const positions = await readLogPositions(db, marks);
  let first = 0;
  return slips.map(slip => {
    const own = positions.slice(first, first + slip.legs.length);
    first += slip.legs.length;
    return made(receiptText(slipReceipt(ids, slip, own)), own);
  });
}

export function makeRevisionReceipt(ids: Ids, revision: RevisedSlip): MadeReceipt {
  return made(receiptText(revisionReceipt(ids, revision)), []);
}

const made = (text: string, positions: readonly LogPositions[]): MadeReceipt => {
  return { text, hash: receiptHash(nobleHashes, text), positions };
};

function slipReceipt(ids: Ids, slip: Slip, positions: readonly LogPositions[]): SlipReceipt {
  return {
    version: receiptVersion,
    type: "slip",
    slip: ids.seal(slip.player, slip.key),
    placed_at: slip.placedAt.toISOString(),
    currency: slip.currency,
    stake: formatAmount(slip.stake),
    free_bet: slip.freeBet,
    win_cap: formatAmount(slip.winCap),
    rules_version: slip.rulesVersion,
    terms: slip.terms,
    legs: slip.legs.map((leg, position) => receiptLeg(leg, positions[position] ?? { position: 0, priced: 0 })),
  };
}

interface State {
  readonly status?: string;
  readonly clock?: { readonly period: number; readonly seconds: number };
  readonly score?: { readonly total: readonly [number, number] };
}

function receiptLeg(leg: SlipLeg, { position, priced }: LogPositions): ReceiptLeg {
  const { event, kind: market, spec, outcome, price, marketN, eventHead: head, eventState } = leg;
  const { status = null, clock, score } = JSON.parse(eventState) as State;
  return {
    event,
    market,
    spec,
    outcome,
    price: priceText(price),
    n: Number(marketN),
    priced,
    position,
    head,
    state: { status, period: clock?.period ?? null, seconds: clock?.seconds ?? null, score: score?.total ?? null },
  };
}

function revisionReceipt(ids: Ids, revision: RevisedSlip): RevisionReceipt {
  const { player, slip, number, at, kind, closed, payout, boost, owed, repaid, cause } = revision;
  return {
    version: receiptVersion,
    type: "revision",
    slip: ids.seal(player, slip),
    number,
    at: at.toISOString(),
    result: kind,
    closed: formatAmount(closed),
    payout: formatAmount(payout),
    boost: formatAmount(boost),
    owed: formatAmount(owed),
    repaid: formatAmount(repaid),
    cause: cause as unknown as RevisionCause,
  };
}
