import { fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { lockLegs, readBettingEvents } from "#modules/odds/server/index.ts";
import type { Slip, SlipBooks, SlipName, WalletSlips } from "#modules/wallet/server/index.ts";
import type { undoBettingSlip } from "../shared/contract.ts";
import { undoLimit, undoUnavailable } from "../shared/errors.ts";
import { readTerms } from "../shared/slip-terms.ts";
import type { BuilderChances } from "./builder-chances.ts";
import { delayOf } from "./live-delay.ts";
import { ownView } from "./own-slips.ts";
import { causeOf } from "./revise-slip.ts";
import { undoEnd } from "./slip-views.ts";
import type { TradingNeeds } from "./trading/needs.ts";
import { countUndone, insertUndone, readVoidedBy, slipNameText } from "./trading/store.ts";

export interface UndoNeeds extends Pick<TradingNeeds, "judgeAgain"> {
  readonly host: Pick<Host, "db" | "clock" | "failpoints">;
  readonly wallet: Pick<WalletSlips, "reviseSlips"> & { readonly slipBooks: SlipBooks };
  readonly bets: Pick<Bets, "ids">;
  readonly chances: BuilderChances;
}

const dayMs = 86_400_000;
const mostPerDay = 3;

/**
 * Undoes a slip. Fails, in this order: `not_found`, `idempotency_conflict`, `undo_unavailable`, `undo_limit`. The row that says so commits
 * first, so that the job of settlement voids the slip wherever this process ends.
 */
export async function undoSlip(
  needs: UndoNeeds,
  { session, key: request, input: { params } }: Call<typeof undoBettingSlip>,
): Promise<RouteOutput<typeof undoBettingSlip>> {
  const name = needs.bets.ids.open(params.id);
  if (name?.player !== session.player) fail(notFound);
  const slip = await slipNamed(needs, name);
  await needs.host.db.tx(async tx => {
    const before = await readVoidedBy(tx, request);
    if (before && slipNameText(before) !== slipNameText(name)) fail(idempotencyConflict);
    if (!before) await decide(needs, tx, slip, request);
  });
  needs.host.failpoints.hit("betting.undo.decided");
  const cause = causeOf("undone", slip.legs[0]?.market ?? 0n, {});
  const revision = { slip: slip.key, after: 0, id: request, cause, result: { kind: "voided" } } as const;
  await needs.wallet.reviseSlips(slip.player, [revision]);
  return { data: await ownView(needs, await slipNamed(needs, name)) };
}

async function slipNamed({ wallet }: UndoNeeds, name: SlipName): Promise<Slip> {
  return (await wallet.slipBooks.named([name])).get(slipNameText(name)) ?? fail(notFound);
}

/** The rows that allow it stay locked until the decision is committed. */
async function decide(needs: UndoNeeds, tx: Tx, slip: Slip, request: Uuid): Promise<void> {
  const now = needs.host.clock.now();
  if (slip.revision > 0 || now > (undoEnd(slip) ?? 0) || !(await areLegsUnmoved(tx, slip, now))) fail(undoUnavailable);
  const day = Math.floor(now / dayMs);
  const undone = await countUndone(tx, slip.player, day);
  if (undone >= mostPerDay) fail(undoLimit);
  const row = { request, at: new Date(now), day, number: undone + 1 };
  // Another undo of this player took the number, or the slip is void already.
  if (!(await insertUndone(tx, slip, row))) fail(undoUnavailable);
  await needs.judgeAgain(
    tx,
    slip.legs.slice(0, 1).map(({ market }) => market),
  );
}

/** No event is being played, every market takes bets, and each leg has the price that it was accepted at. */
async function areLegsUnmoved(tx: Tx, slip: Slip, now: number): Promise<boolean> {
  const locked = await lockLegs(
    tx,
    slip.legs.map(({ event, kind, spec, outcome }) => ({ event, kind, spec, outcome })),
    new Date(now),
  );
  const events = await readBettingEvents(
    tx,
    slip.legs.map(({ event }) => event),
  );
  const isBuilder = readTerms(slip.terms).builder !== null;
  const isUnmoved = slip.legs.every(({ price, marketN }, position) => {
    const leg = locked[position];
    if (leg?.refusal !== null) return false;
    // A joint price rests on more than the prices of its legs.
    return isBuilder ? leg.marketN === marketN : leg.price === price;
  });
  return isUnmoved && delayOf([...events.values()]) === 0;
}
