import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { answeredByLeader, handle, type Session } from "#kit/http/handler.ts";
import { micros, parseAmount } from "#kit/money/amount.ts";
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
import manifest from "../module.ts";
import { type DuelRow, duelsChannel, getDuel, getDuels, joinDuel, openDuel, withdrawDuel } from "../shared/contract.ts";
import { duelCurrency, duelTaken, ownDuel, tooManyDuels } from "../shared/errors.ts";
import { duelLimits } from "../shared/limits.ts";
import {
  type DuelsRules,
  duelsRules,
  houseAfterMs,
  openerWins,
  openForMs,
  openPerPlayer,
  sideShown,
  winnerGets,
} from "../shared/rules.ts";
import { createDuelStore, type StoredDuel } from "./store.ts";
import { duelRow, resultOf } from "./views.ts";

export { duelsAgainst, type OpponentDuels } from "./duels-lost.ts";
export type { StoredDuel } from "./store.ts";

export interface DuelsNeeds extends MultiplayerNeeds {
  /** PostgreSQL's unless given. */
  readonly store?: MultiplayerStore<StoredDuel, boolean>;
}
export type Duels = ServerModule;

/** Open duels that a newcomer is shown. */
const openShown = 200;

/** `versions`: other rules, for tests. */
export function createDuels(host: Host, needs: DuelsNeeds, versions = duelsRules): Duels {
  const { bets } = needs;
  const { version: rulesVersion, payout_percent: rtpPercent } = versions.current;
  const game = openMultiplayerGame<StoredDuel, boolean, DuelRow>(host, needs, {
    name: "duels",
    playedAs: "coinflip",
    versions,
    rtpPercent,
    rules: duelRules(versions, needs.store ?? createDuelStore(host.db)),
    play: {
      rulesVersion,
      limits: duelLimits,
      openPerPlayer,
      largest: round => ({
        numerator: 2n * BigInt(versions.rulesOf(round.rulesVersion).payout_percent),
        denominator: 100n,
      }),
      errors: { taken: duelTaken, own: ownDuel, currency: duelCurrency, tooMany: tooManyDuels },
    },
    configuration: round => versions.rulesOf(round.rulesVersion),
    inputs: ({ side }) => ({ side }),
    outcome: duel => resultOf(versions, duel),
    row: (duel, views) => duelRow(versions, duel, views),
    publish: rows => channel.publish("duels", { rows }),
  });
  const snapshot = (session: Session | null) => ({
    open: game.live().slice(0, openShown).map(game.rowOf),
    ended: [...game.ended()],
    mine: game.seatsOf(session?.player),
  });
  const channel = liveChannel(duelsChannel, snapshot, { leader: "duels" });

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [duelTaken, ownDuel, duelCurrency, tooManyDuels],
    handlers: answeredByLeader("duels", [
      handle(getDuels, async call => {
        const currency = bets.currencyOf(call);
        const duels = game.open().filter(({ stored }) => stored.currency === currency);
        return { data: { ...game.registration.info(call), duels: duels.slice(0, openShown).map(game.rowOf) } };
      }),
      handle(getDuel, async call => {
        const { row, seat } = await game.read(roundNumber(call.input.params.id), call.session?.player);
        const mine = seat === null ? null : seat === 1 ? ("opener" as const) : ("joiner" as const);
        return { data: { ...row, mine } };
      }),
      handle(openDuel, async call => {
        const { side, house, stake, currency: expectedCurrency } = call.input.body;
        const data = await openRound(game.play, call, {
          route: openDuel,
          body: call.input.body,
          expectedCurrency,
          choice: { side, house },
          size: 2,
          stake: () => required(parseAmount(stake), "the contract checks the stake"),
          make: () => ({ side, house, openerWon: null }),
        });
        return { data };
      }),
      handle(joinDuel, async call => {
        const number = roundNumber(call.input.params.id);
        return { data: await joinRound(game.play, call, { route: joinDuel, number, body: call.input.body }) };
      }),
      handle(withdrawDuel, async call => {
        return { data: await withdrawRound(game.play, call.session.player, roundNumber(call.input.params.id)) };
      }),
    ]),
    channels: [channel],
    ...game.service,
  };
}

/** How duels pay: the winner once, the loser nothing; the casino's seat has no wallet. */
function duelRules(
  versions: RuleVersions<DuelsRules>,
  store: MultiplayerStore<StoredDuel, boolean>,
): MultiplayerRules<StoredDuel, boolean> {
  return {
    name: "duels",
    store,
    due({ openedAt, house }) {
      const opened = openedAt.getTime();
      return house ? { at: opened + houseAfterMs, what: "house joins" } : { at: opened + openForMs, what: "expires" };
    },
    draw: openerWins,
    ends({ side, stake, openerWon, rulesVersion }) {
      const won = required(openerWon ?? undefined, "a decided duel has a winner");
      const shown = sideShown(side, won);
      return [won, !won].map((isWinner, index) => ({
        seat: index + 1,
        payout: isWinner ? winnerGets(versions.rulesOf(rulesVersion), stake) : micros(0n),
        outcome: { side: shown, won: isWinner },
      }));
    },
    refundedAs: { side: null, won: null },
  };
}
