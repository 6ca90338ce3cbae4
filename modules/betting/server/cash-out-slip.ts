import { Failure, fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, notFound, validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type Bets, requestHash } from "#modules/bets/server/index.ts";
import { readBettingEvents } from "#modules/odds/server/index.ts";
import type { MadeRevision, Slip, SlipBooks, SlipEdits, SlipName, SlipRevision } from "#modules/wallet/server/index.ts";
import { cashOutBettingSlip } from "../shared/contract.ts";
import { cashOutChanged, cashOutRest, cashOutUnavailable } from "../shared/errors.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { type CashOutPart, cashOutByAmount, cashOutByShare } from "../shared/slip-payout.ts";
import { readTerms } from "../shared/slip-terms.ts";
import type { BuilderChances } from "./builder-chances.ts";
import { currentOffer, offersNow } from "./current-offer.ts";
import { delayOf, type WaitingSlips } from "./live-delay.ts";

export interface CashOutNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  readonly wallet: Pick<SlipEdits, "closeSlip"> & { readonly slipBooks: SlipBooks };
  readonly bets: Pick<Bets, "ids">;
  readonly waiting: WaitingSlips;
  readonly chances: BuilderChances;
}

type Body = Call<typeof cashOutBettingSlip>["input"]["body"];
type Answer = RouteOutput<typeof cashOutBettingSlip>;
type CashedOut = Omit<Answer["data"], "id">;

/**
 * Cashes out a slip or a part of it. Fails, in this order: `not_found`, `validation_failed`, `idempotency_conflict`, `too_many_waiting`,
 * `cash_out_unavailable`, `cash_out_changed`, `cash_out_rest`.
 */
export async function cashOutSlip(needs: CashOutNeeds, call: Call<typeof cashOutBettingSlip>): Promise<Answer> {
  const { key } = call;
  const { params, body } = call.input;
  const name = needs.bets.ids.open(params.id);
  if (name?.player !== call.session.player) fail(notFound);
  const slip = await slipNamed(needs, name);
  if (body.share !== undefined && body.amount !== undefined)
    fail(validationFailed, { errors: { amount: ["invalid"] } });
  const request = toHex(requestHash(cashOutBettingSlip, Object.assign({ id: params.id }, body)));
  const made = await madeBy(needs, name, key);
  if (made) return { data: Object.assign({ id: params.id }, repeated(made, request)) };
  const events = await readBettingEvents(
    needs.host.db,
    slip.legs.map(({ event }) => event),
  );
  const delayMs = delayOf([...events.values()]);
  const close = () => closePart(needs, name, body, key, request);
  const done =
    delayMs > 0 ? await needs.waiting.after(name.player, delayMs, async () => undefined, close) : await close();
  return { data: Object.assign({ id: params.id }, done) };
}

async function slipNamed({ wallet }: CashOutNeeds, name: SlipName): Promise<Slip> {
  return (await wallet.slipBooks.named([name])).get(`${name.player}/${name.key}`) ?? fail(notFound);
}

async function madeBy({ wallet }: CashOutNeeds, name: SlipName, key: Uuid): Promise<MadeRevision | undefined> {
  return (await wallet.slipBooks.revisions(name.player, [name.key])).find(({ id }) => id === key);
}

function repeated({ kind, cause, number, closed, payout, balanceAfter }: MadeRevision, request: string): CashedOut {
  const first = (cause ?? {}) as { readonly request?: string };
  if (kind !== "cashed_out" || first.request !== request) fail(idempotencyConflict);
  const [paid, balance] = [formatAmount(payout), formatAmount(balanceAfter)];
  return { number, closed: formatAmount(closed), paid, balance };
}

/** Of a settlement and cash-outs that were made after the same revision, one happens: the others find that the slip has changed. */
async function closePart(
  needs: CashOutNeeds,
  name: SlipName,
  body: Body,
  id: MadeRevision["id"],
  request: string,
): Promise<CashedOut> {
  const slip = await slipNamed(needs, name);
  // Asks for the joint chance of a builder: the provider is not called while rows are locked.
  if (readTerms(slip.terms).builder) await offersNow(needs.host.db, needs.chances, [slip], needs.host.clock.now());
  let part: CashOutPart | undefined;
  // In the lane's own transaction, as an edit: a transaction that held these rows while it waits for its lane could wait for a batch that waits for it.
  const close = async (tx: Queryable): Promise<SlipRevision> => {
    const offer = (await currentOffer(needs.chances, tx, slip, needs.host.clock.now())) ?? fail(cashOutUnavailable);
    part = partOf(slip, offer, body);
    const cause = { reason: "cashed_out", request };
    return { slip: slip.key, after: slip.revision, id, cause, result: { kind: "cashed_out", ...part } };
  };
  const answer = await needs.wallet.closeSlip({ player: slip.player, slip: slip.key, id, close });
  if (answer.kind === "refused") fail(cashOutUnavailable);
  if (answer.replayed) return repeated(required(await madeBy(needs, name, id), "a revision that was made"), request);
  const { closed, paid } = required(part, "a part that is closed");
  const { number, balanceAfter } = answer;
  return {
    number,
    closed: formatAmount(closed),
    paid: formatAmount(paid),
    balance: formatAmount(balanceAfter),
  };
}

/** The part that is closed at the current offer. */
function partOf(slip: Slip, offer: Micros, { offer: accepted, share, amount }: Body): CashOutPart {
  const atLeast = required(parseAmount(accepted), "the contract checks the offer");
  if (offer < atLeast) fail(cashOutChanged, { data: { offer: formatAmount(offer) } });
  const open = (slip.stake - slip.closed) as Micros;
  const part =
    amount === undefined
      ? cashOutByShare(open, offer, share ?? 100)
      : cashOutByAmount(open, offer, asked(amount, offer));
  const rest = open - part.closed;
  const { minSlip } = slipLimits[slip.currency];
  if (part.paid === 0n || (rest > 0n && rest < minSlip))
    throw new Failure(cashOutRest, { data: { min: formatAmount(minSlip) } });
  return part;
}

function asked(text: string, offer: Micros): Micros {
  const amount = required(parseAmount(text), "the contract checks the amount");
  if (amount === 0n || amount > offer) fail(validationFailed, { errors: { amount: ["amount_invalid"] } });
  return amount;
}
