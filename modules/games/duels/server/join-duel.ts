import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { must } from "#kit/std/invariant.ts";
import { capRefusal, currencyRefusal, refusalOf, requestHash } from "#modules/desk/server/index.ts";
import { currencyRequired } from "#modules/desk/shared/errors.ts";
import type { PlaceAnswer } from "#modules/wallet/server/port.ts";
import { joinDuel as joinDuelCall } from "../shared/contract.ts";
import { duelCurrency, duelTaken, ownDuel } from "../shared/errors.ts";
import { duelsConfiguration } from "../shared/rules.ts";
import { gateName } from "./duel-table.ts";
import type { LiveDuel } from "./live-duel.ts";
import { largestPayout, type PlayNeeds } from "./open-duel.ts";
import type { Sitting } from "./sitting.ts";
import { factsOf, placedView } from "./views.ts";

/** `duels-12` or `12`. */
export const numberOf = (id: string): bigint => BigInt(id.replace("duels-", ""));

/**
 * Takes the second seat, in one synchronous step, then the stake; a refused stake frees the seat again. Answered when the close record
 * is in the books and told. Fails, in this order: `currency_required`, `unavailable`, `not_found`, `own_duel`, `duel_currency`,
 * `win_cap`, `duel_taken`, then what the wallet refuses.
 */
export async function joinDuel(
  needs: PlayNeeds,
  call: Call<typeof joinDuelCall>,
): Promise<RouteOutput<typeof joinDuelCall>> {
  const { wallet } = needs;
  const { player, currency = null } = call.session;
  const { key } = call;
  if (!currency) fail(currencyRequired);
  const sitting = needs.sitting() ?? fail(unavailable, { retryAfter: 1 });
  return sitting.underWay(player, key, async () => {
    const number = numberOf(call.input.params.id);
    const before = await joinedBefore(needs, sitting, call);
    if (before) return before;
    const duel = sitting.duels.live.get(number) ?? (await fail(await goneOrMissing(needs, number)));
    const { stored } = duel;
    if (stored.opener === player) fail(ownDuel);
    const otherCurrency = currencyRefusal(call.input.body.currency, currency);
    if (otherCurrency) throw otherCurrency;
    if (stored.currency !== currency) fail(duelCurrency, { data: { currency: stored.currency } });
    const { cap } = needs.table.winCap(currency);
    const capped = capRefusal(cap, stored.stake, largestPayout);
    if (capped) throw capped;
    if (duel.seat !== "free") fail(duelTaken);
    duel.seat = "being taken";
    const answer = await stakeOf(duel, () =>
      wallet.place({
        ...{ player, key, game: "duels", currency, stake: stored.stake, winCap: cap },
        requestHash: requestHash(joinDuelCall, { ...call.input.body, number: String(number) }),
        choice: { duel: String(number), seat: 2 },
        rulesVersion: duelsConfiguration.version,
        gate: { name: gateName, round: sitting.gateRound },
      }),
    );
    await sitting.duels.join(duel, answer.bet);
    return { data: placedView(needs.desk.ids, needs.between, answer.bet, stored, duel.commitment) };
  });
}

/** Takes the stake for the seat; whatever keeps it from being taken frees the seat. */
async function stakeOf(duel: LiveDuel, place: () => Promise<PlaceAnswer>) {
  let answer: PlaceAnswer;
  try {
    answer = await place();
  } catch (error) {
    duel.seat = "free";
    throw error;
  }
  // A repeat found its stake placed without this duel closed by it: it belongs to nobody and goes back.
  if (answer.kind === "accepted" && !answer.replayed) return answer;
  duel.seat = "free";
  if (answer.kind === "accepted") throw new Failure(duelTaken);
  throw refusalOf(answer);
}

/** The first answer of a join that was made already. */
async function joinedBefore(
  { wallet, store, desk, between }: PlayNeeds,
  sitting: Sitting,
  call: Call<typeof joinDuelCall>,
): Promise<RouteOutput<typeof joinDuelCall> | undefined> {
  const { player } = call.session;
  const live = sitting.duels.ofBet(player, call.key)?.stored;
  const stored = live?.joiner === player ? live : await store.joinedBy(player, call.key);
  if (!stored || stored.number !== numberOf(call.input.params.id)) return undefined;
  const bet = must(await wallet.bet(player, call.key), "a joined duel has its stake");
  const { commitment } = factsOf((await between.facts(gateName, [stored.number])).get(stored.number));
  return { data: placedView(desk.ids, between, bet, stored, commitment) };
}

/** Of a duel that is not live: it has ended, or never was. */
async function goneOrMissing({ store }: PlayNeeds, number: bigint) {
  return (await store.duels([number])).length > 0 ? duelTaken : notFound;
}
