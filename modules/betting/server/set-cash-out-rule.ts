import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { readDecidedMarkets } from "#modules/odds/server/index.ts";
import type { Slip } from "#modules/wallet/server/index.ts";
import type { removeCashOutRule, setCashOutRule } from "../shared/contract.ts";
import { cashOutRest, cashOutUnavailable } from "../shared/errors.ts";
import { possibleReturn } from "../shared/judge-slip.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { cashOutByShare } from "../shared/slip-payout.ts";
import { removeRule, saveRule } from "./cash-out-rules.ts";
import { type OwnSlipNeeds, ownView } from "./own-slips.ts";
import { judgedSlip, stateOfLeg } from "./slip-facts.ts";
import { slipNameText } from "./trading/store.ts";

export interface RuleNeeds extends OwnSlipNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids">;
}

/** Sets at which offer a slip is cashed out. Fails, in this order: `not_found`, `cash_out_unavailable`, `validation_failed`, `cash_out_rest`. */
export async function setRule(
  needs: RuleNeeds,
  { session, input: { params, body } }: Call<typeof setCashOutRule>,
): Promise<RouteOutput<typeof setCashOutRule>> {
  const slip = await ownSlip(needs, session.player, params.id);
  if (slip.status !== "open" || slip.freeBet) fail(cashOutUnavailable);
  const offer = required(parseAmount(body.offer), "the contract checks the amount");
  if (offer === 0n || (body.direction === "up" && offer > (await mostOf(needs, slip))))
    fail(validationFailed, { errors: { offer: ["amount_invalid"] } });
  const { player, key, stake, closed, currency } = slip;
  const open = (stake - closed) as Micros;
  const rest = open - cashOutByShare(open, offer, body.share).closed;
  const { minSlip } = slipLimits[currency];
  if (rest > 0n && rest < minSlip) throw new Failure(cashOutRest, { data: { min: formatAmount(minSlip) } });
  const id = needs.host.ids.next();
  await saveRule(needs.host.db, { player, key, id, direction: body.direction, offer, share: body.share });
  return { data: await ownView(needs, slip) };
}

export async function dropRule(
  needs: RuleNeeds,
  { session, input: { params } }: Call<typeof removeCashOutRule>,
): Promise<RouteOutput<typeof removeCashOutRule>> {
  const slip = await ownSlip(needs, session.player, params.id);
  await removeRule(needs.host.db, slip);
  return { data: await ownView(needs, slip) };
}

async function ownSlip({ bets, wallet }: RuleNeeds, player: PlayerId, id: string): Promise<Slip> {
  const name = bets.ids.open(id);
  if (name?.player !== player) fail(notFound);
  return (await wallet.slipBooks.named([name])).get(slipNameText(name)) ?? fail(notFound);
}

/** The largest return that is still possible: no offer rises above it. */
async function mostOf({ host }: RuleNeeds, slip: Slip): Promise<Micros> {
  const markets = await readDecidedMarkets(
    host.db,
    slip.legs.map(({ market }) => market),
  );
  const states = slip.legs.map(leg => stateOfLeg(slip, leg, markets.get(leg.market), host.clock.now()));
  return possibleReturn(judgedSlip(slip, states));
}
