import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount, type Micros, micros, parseAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { currencyRefusal, requestHash } from "#modules/bets/server/index.ts";
import { lockLegs, readDecidedMarkets } from "#modules/odds/server/index.ts";
import type {
  ClosedSlip,
  PlaceSlip,
  PlaceSlipAnswer,
  Slip,
  SlipBooks,
  SlipEdits,
  SlipName,
} from "#modules/wallet/server/index.ts";
import { editBettingSlip } from "../shared/contract.ts";
import { cashOutChanged, cashOutUnavailable, slipUnchanged } from "../shared/errors.ts";
import type { RequestedSlip } from "../shared/read-slip.ts";
import { readTerms } from "../shared/slip-terms.ts";
import type { BuilderChances } from "./builder-chances.ts";
import { offerOf } from "./cash-out-offer.ts";
import { marketsOf, offersNow, queriesOf } from "./current-offer.ts";
import { placeSlip } from "./place-slip.ts";
import type { PlaceSlipNeeds } from "./slip-draft.ts";

export interface EditSlipNeeds extends PlaceSlipNeeds {
  readonly wallet: PlaceSlipNeeds["wallet"] & SlipEdits & { readonly slipBooks: SlipBooks };
  readonly chances: BuilderChances;
}

/** What is asked of the slip that is cashed out. */
interface Ending {
  readonly name: SlipName;
  /** The offer that was accepted. */
  readonly accepted: Micros;
  /** The id of the slip that takes its place. */
  readonly into: string;
  readonly request: string;
}

/**
 * Changes an open slip: cashes it out at its offer and accepts the new one, in one transaction. Fails, in this order: `not_found`,
 * `currency_required`, what is wrong with the new slip, `currency_changed` where the slip is in another currency, `slip_unchanged`, then as a new slip does, `cash_out_unavailable` and
 * `cash_out_changed` before what the statement of the new slip refuses.
 */
export async function editSlip(
  needs: EditSlipNeeds,
  call: Call<typeof editBettingSlip>,
): Promise<RouteOutput<typeof editBettingSlip>> {
  const { params, body } = call.input;
  const { ids } = needs.bets;
  const name = ids.open(params.id);
  if (name?.player !== call.session.player) fail(notFound);
  const slip = await slipNamed(needs, name);
  const { offer, ...wanted } = body;
  const accepted = required(parseAmount(offer), "the contract checks the offer");
  const hash = requestHash(editBettingSlip, Object.assign({ id: params.id }, body));
  const ending = { name, accepted, into: ids.seal(name.player, call.key), request: toHex(hash) };
  const wallet = Object.assign({}, needs.wallet, {
    placeSlip: (next: PlaceSlip) => exchange(needs, ending, next),
  });
  const replacement = {
    replaces: params.id,
    requestHash: hash,
    proceeds: accepted,
    events: slip.legs.map(({ event }) => event),
    refusal: (draft: RequestedSlip) => {
      // The cash-out and the stake are in one currency: the difference is what the player pays or gets.
      const other = currencyRefusal(slip.currency, required(call.session.currency, "checked before the draft"));
      return other ?? (isAsBefore(slip, draft) ? new Failure(slipUnchanged) : undefined);
    },
  };
  return placeSlip(
    Object.assign({}, needs, { wallet }),
    { session: call.session, key: call.key, input: { body: wanted } },
    replacement,
  );
}

async function slipNamed({ wallet }: EditSlipNeeds, name: SlipName, on?: Queryable): Promise<Slip> {
  return (await wallet.slipBooks.named([name], on)).get(`${name.player}/${name.key}`) ?? fail(notFound);
}

/** The same bets on the same outcomes: a player would only pay the margin of the cash-out. */
function isAsBefore(slip: Slip, { kind, unit, eachWay, shape, legs }: RequestedSlip): boolean {
  const terms = readTerms(slip.terms);
  const outcomes = (of: readonly { readonly event: string; readonly spec: string; readonly outcome: string }[]) =>
    JSON.stringify(of.map(leg => nameOf(leg)).sort());
  const folds = kind === "system" ? shape.groups[0]?.folds : null;
  return (
    slip.closed === 0n &&
    kind === terms.kind &&
    unit === terms.unit &&
    eachWay === (terms.eachWay !== null) &&
    JSON.stringify(folds ?? null) === JSON.stringify(terms.folds) &&
    outcomes(slip.legs.map((leg, at) => Object.assign({}, leg, { banker: terms.bankers[at] ?? false }))) ===
      outcomes(legs.map(leg => Object.assign({}, leg, { kind: leg.market })))
  );
}

const nameOf = ({ event, kind, spec, outcome, banker }: Readonly<Record<string, unknown>>) =>
  [event, kind, spec, outcome, banker].join(" ");

/** Sends both: the offer is computed in the transaction that pays it. */
async function exchange(needs: EditSlipNeeds, ending: Ending, next: PlaceSlip): Promise<PlaceSlipAnswer> {
  const { host, chances, wallet } = needs;
  const before = await slipNamed(needs, ending.name);
  // Asks for the joint chance of a builder: the provider is not called while rows are locked.
  if (readTerms(before.terms).builder) await offersNow(host.db, chances, [before], host.clock.now());
  const answer = await wallet.editSlip({ slip: next, close: tx => close(needs, ending, next, tx) });
  if (answer.kind === "refused" && answer.reason === "outpaced") fail(cashOutUnavailable);
  return answer;
}

/** What of the slip is cashed out, with the legs of both slips locked in one statement. */
async function close(needs: EditSlipNeeds, ending: Ending, next: PlaceSlip, tx: Queryable): Promise<ClosedSlip> {
  const { host, chances } = needs;
  const slip = await slipNamed(needs, ending.name, tx);
  const now = host.clock.now();
  const own = queriesOf(slip);
  const queries = [...own, ...next.legs.map(({ event, kind, spec, outcome }) => ({ event, kind, spec, outcome }))];
  const legs = await lockLegs(tx, queries, new Date(now));
  const markets = await readDecidedMarkets(tx, marketsOf([slip]));
  const offer = offerOf(slip, { markets, legs: legs.slice(0, own.length), now, joint: chances.known });
  if (offer === undefined) fail(cashOutUnavailable);
  if (offer < ending.accepted) fail(cashOutChanged, { data: { offer: formatAmount(offer) } });
  const closed = micros(slip.stake - slip.closed);
  const { into, request } = ending;
  const outcomes = slip.legs.map(({ market, outcome }) => ({ market, outcome }));
  const added = queries.slice(own.length).flatMap(({ outcome }, at) => {
    const market = legs[own.length + at]?.market ?? null;
    return market === null ? [] : [{ market, outcome }];
  });
  return {
    revision: {
      slip: slip.key,
      after: slip.revision,
      // The key of the call names the new slip and its transfers.
      id: uuidV5(next.key, "edit") as Uuid,
      cause: { reason: "edited", into, request },
      result: { kind: "cashed_out", closed, paid: offer },
    },
    outcomes: [...outcomes, ...added],
  };
}
