import { Failure, fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { must } from "#kit/std/invariant.ts";
import {
  capRefusal,
  currencyRefusal,
  type Desk,
  limitRefusal,
  refusalOf,
  requestHash,
  type Table,
} from "#modules/desk/server/index.ts";
import { currencyRequired } from "#modules/desk/shared/errors.ts";
import { potPercent } from "#modules/desk/shared/pot.ts";
import type { BetweenRounds } from "#modules/fairness/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import { openDuel as openDuelCall } from "../shared/contract.ts";
import { duelTaken, tooManyDuels } from "../shared/errors.ts";
import { duelLimits } from "../shared/limits.ts";
import { duelsConfiguration, openPerPlayer } from "../shared/rules.ts";
import { gateName } from "./duel-table.ts";
import type { Sitting } from "./sitting.ts";
import type { DuelStore } from "./store.ts";
import { factsOf, placedView } from "./views.ts";

export interface PlayNeeds {
  readonly host: Pick<Host, "clock" | "failpoints">;
  readonly wallet: WalletPort;
  readonly desk: Pick<Desk, "ids">;
  readonly table: Pick<Table, "winCap">;
  readonly between: Pick<BetweenRounds, "publicId" | "facts">;
  readonly store: DuelStore;
  readonly sitting: () => Sitting | undefined;
}

/** What a payout can be of a stake, at most. */
export const largestPayout = { numerator: 2n * BigInt(potPercent), denominator: 100n };

/**
 * Takes the opener's stake and writes the duel down. Fails, in this order: `currency_required`, `unavailable` (another process
 * runs the duels), `currency_changed`, `stake_out_of_limits`, `win_cap`, `too_many_duels`, then what the wallet refuses.
 */
export async function openDuel(
  needs: PlayNeeds,
  call: Call<typeof openDuelCall>,
): Promise<RouteOutput<typeof openDuelCall>> {
  const { host, wallet, store } = needs;
  const { player, currency = null } = call.session;
  const { key } = call;
  const { side, house, stake: text, currency: meant } = call.input.body;
  if (!currency) fail(currencyRequired);
  const sitting = needs.sitting() ?? fail(unavailable, { retryAfter: 1 });
  const stake = must(parseAmount(text), "the contract checks the stake");
  const { cap } = needs.table.winCap(currency);
  const refusal =
    currencyRefusal(meant, currency) ??
    limitRefusal(duelLimits, currency, stake) ??
    capRefusal(cap, stake, largestPayout) ??
    (sitting.duels.isFull(player, openPerPlayer) ? new Failure(tooManyDuels) : undefined);
  // A repeated request gets its first answer, whatever has changed since.
  if (refusal && !(await wallet.bet(player, key))) throw refusal;
  return sitting.underWay(player, key, async () => {
    const answer = await wallet.place({
      ...{ player, key, game: "duels", currency, stake, winCap: cap },
      requestHash: requestHash(openDuelCall, call.input.body),
      choice: { side, house, seat: 1 },
      rulesVersion: duelsConfiguration.version,
      gate: { name: gateName, round: sitting.gateRound },
    });
    if (answer.kind === "refused") throw refusalOf(answer);
    const { bet, replayed } = answer;
    const known = replayed ? await knownDuel(needs, sitting, bet) : undefined;
    if (known) return { data: placedView(needs.desk.ids, needs.between, bet, known, known.commitment) };
    host.failpoints.hit("duels.placed");
    const openedAt = new Date(host.clock.now());
    const rulesVersion = duelsConfiguration.version;
    const fresh = { currency, stake, side, house, rulesVersion, opener: player, openerKey: key, openedAt };
    const duel = await sitting.duels.open(fresh, bet);
    return { data: placedView(needs.desk.ids, needs.between, bet, duel.stored, duel.commitment) };
  });

  /** The duel of a stake that was placed before; undefined when its owner died before it was written down and it is still open. */
  async function knownDuel({ between }: PlayNeeds, { duels }: Sitting, bet: Bet) {
    const live = duels.ofBet(bet.player, bet.key);
    if (live) return { ...live.stored, commitment: live.commitment };
    const stored = await store.openedBy(bet.player, bet.key);
    if (stored) {
      const facts = factsOf((await between.facts(gateName, [stored.number])).get(stored.number));
      return { ...stored, commitment: facts.commitment };
    }
    const now = await wallet.bet(bet.player, bet.key);
    return now?.status === "open" ? undefined : fail(duelTaken);
  }
}
