import { join } from "node:path";
import { Failure } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { answeredByLeader, handle, type Session } from "#kit/http/handler.ts";
import { formatAmount, parseAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import {
  joinRound,
  type MultiplayerNeeds,
  type MultiplayerRules,
  type MultiplayerStore,
  openMultiplayerGame,
  openRound,
  roundNumber,
  withdrawRound,
} from "#modules/engines/multiplayer/server/index.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { priceChanged } from "#modules/games/cases/shared/errors.ts";
import manifest from "../module.ts";
import {
  type BattleRow,
  battlesChannel,
  getBattle,
  getBattles,
  joinBattle,
  openBattle,
  withdrawBattle,
} from "../shared/contract.ts";
import { battleCurrency, battleFull, ownBattle, tooManyBattles } from "../shared/errors.ts";
import { battleLimits } from "../shared/limits.ts";
import {
  type BattlesRules,
  battleConfiguration,
  battlesRules,
  drawBattle,
  largestPayout,
  openForMs,
  openPerPlayer,
  rtpPercentOf,
  seatPrice,
} from "../shared/rules.ts";
import { endOfBattle } from "./battle-end.ts";
import { createBattleStore, type StoredBattle } from "./store.ts";
import { battleRow, resultOf } from "./views.ts";

export type { StoredBattle } from "./store.ts";

export interface BattlesNeeds extends MultiplayerNeeds {
  /** PostgreSQL's unless given. */
  readonly store?: MultiplayerStore<StoredBattle, readonly number[]>;
}

/** Battles that a newcomer is shown. */
const openShown = 100;

/** Case battles. Seats are taken by players only: the casino takes none. */
/** `versions`: other rules, for tests. */
export function createBattles(host: Host, needs: BattlesNeeds, versions = battlesRules): ServerModule {
  const { current: rules } = versions;
  const { bets } = needs;
  const game = openMultiplayerGame<StoredBattle, readonly number[], BattleRow>(host, needs, {
    name: "battles",
    playedAs: "cases",
    versions,
    rtpPercent: rtpPercentOf(rules),
    rules: battleRules(versions, needs.store ?? createBattleStore(host.db)),
    play: {
      rulesVersion: rules.version,
      limits: battleLimits,
      openPerPlayer,
      largest: ({ cases, size, currency, rulesVersion }) =>
        largestPayout(versions.rulesOf(rulesVersion), cases, size, currency),
      errors: { taken: battleFull, own: ownBattle, currency: battleCurrency, tooMany: tooManyBattles },
    },
    configuration: ({ cases, rulesVersion }) => battleConfiguration(versions.rulesOf(rulesVersion), cases),
    inputs: ({ cases, size }) => ({ cases: [...cases], seats: size }),
    outcome: battle => resultOf(versions, battle),
    row: (battle, views) => battleRow(versions, battle, views),
    publish: rows => channel.publish("battles", { rows }),
  });
  const snapshot = (session: Session | null) => ({
    open: game.live().slice(0, openShown).map(game.rowOf),
    ended: [...game.ended()],
    mine: game.seatsOf(session?.player),
  });
  const channel = liveChannel(battlesChannel, snapshot, { leader: "battles" });

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [battleFull, ownBattle, battleCurrency, tooManyBattles],
    handlers: answeredByLeader("battles", [
      handle(getBattles, async call => {
        const currency = bets.currencyOf(call);
        const battles = game.open().filter(({ stored }) => stored.currency === currency);
        return { data: { ...game.registration.info(call), battles: battles.slice(0, openShown).map(game.rowOf) } };
      }),
      handle(getBattle, async call => {
        const { row, seat } = await game.read(roundNumber(call.input.params.id), call.session?.player);
        return { data: { ...row, mine: seat } };
      }),
      handle(openBattle, async call => {
        const { cases, seats: size, stake: shown, currency: expectedCurrency } = call.input.body;
        const data = await openRound(game.play, call, {
          route: openBattle,
          body: call.input.body,
          expectedCurrency,
          choice: { cases, seats: size },
          size,
          stake: currency => seatPrice(rules, cases, currency),
          make: () => ({ cases, tickets: null }),
          refusal(_currency, price) {
            if (shown === undefined || parseAmount(shown) === price) return undefined;
            return new Failure(priceChanged, { data: { price: formatAmount(price) } });
          },
        });
        return { data };
      }),
      handle(joinBattle, async call => {
        const number = roundNumber(call.input.params.id);
        return { data: await joinRound(game.play, call, { route: joinBattle, number, body: call.input.body }) };
      }),
      handle(withdrawBattle, async call => {
        return { data: await withdrawRound(game.play, call.session.player, roundNumber(call.input.params.id)) };
      }),
    ]),
    channels: [channel],
    ...game.service,
  };
}

/** How battles run. */
function battleRules(
  versions: RuleVersions<BattlesRules>,
  store: MultiplayerStore<StoredBattle, readonly number[]>,
): MultiplayerRules<StoredBattle, readonly number[]> {
  return {
    name: "battles",
    store,
    due: ({ openedAt }) => ({ at: openedAt.getTime() + openForMs, what: "expires" }),
    draw: (stream, { cases, size, rulesVersion }) =>
      drawBattle(versions.rulesOf(rulesVersion), stream, cases.length, size).flat(),
    ends(battle) {
      const { totals, winners, payouts } = endOfBattle(versions, battle);
      return payouts.map((payout, index) => ({
        seat: index + 1,
        payout,
        outcome: {
          total: formatAmount(required(totals[index], "a total for each seat")),
          won: winners.includes(index + 1),
        },
      }));
    },
    refundedAs: { total: null, won: null },
  };
}
