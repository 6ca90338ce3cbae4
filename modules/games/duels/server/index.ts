import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { createBatch, createRoundOwner, type Desk, type LeaderLock } from "#modules/desk/server/index.ts";
import type { BetweenRounds } from "#modules/fairness/server/index.ts";
import type { WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import {
  type DuelRow,
  duelsChannel,
  getDuel,
  getDuels,
  joinDuel as joinDuelCall,
  openDuel as openDuelCall,
  withdrawDuel as withdrawDuelCall,
} from "../shared/contract.ts";
import { duelCurrency, duelTaken, ownDuel, tooManyDuels } from "../shared/errors.ts";
import { duelLimits } from "../shared/limits.ts";
import { duelsConfiguration } from "../shared/rules.ts";
import { gateName } from "./duel-table.ts";
import { joinDuel, numberOf } from "./join-duel.ts";
import { closeOf, type LiveDuel } from "./live-duel.ts";
import { openDuel, type PlayNeeds } from "./open-duel.ts";
import { isBusy, runDuels } from "./run-duels.ts";
import type { Sitting } from "./sitting.ts";
import { createDuelStore, type StoredDuel } from "./store.ts";
import { betProof, duelView, factsOf, roundRecordView } from "./views.ts";
import { withdrawDuel } from "./withdraw-duel.ts";

export interface DuelsNeeds {
  readonly wallet: WalletPort & WalletGates;
  readonly between: BetweenRounds;
  readonly desk: Desk;
  /** How long a drain waits for duels that are being drawn. */
  readonly drainMs: number;
  readonly lock?: LeaderLock;
}

export type Duels = ServerModule;

/** Open and ended duels that a newcomer is shown. */
const openShown = 200;
const endedShown = 20;

export function createDuels(host: Host, needs: DuelsNeeds): Duels {
  const { wallet, between, desk } = needs;
  const store = createDuelStore(host.db);
  let sitting: Sitting | undefined;
  let ended: DuelRow[] = [];
  let wake = () => {};

  const table = desk.openTable({
    game: "duels",
    limits: duelLimits,
    rtpPercent: duelsConfiguration.payout_percent,
    rulesVersion: duelsConfiguration.version,
    async proof(bet) {
      const stored = must(
        (await store.openedBy(bet.player, bet.key)) ??
          (await store.joinedBy(bet.player, bet.key)) ??
          (await ofChoice(bet)),
        "a stake of a duel",
      );
      return betProof(between, bet, await promiseOf(stored.number), stored, stored.side);
    },
    async round(number) {
      const [stored] = await store.duels([number]);
      return stored && roundRecordView(stored, await promiseOf(number));
    },
  });

  /** A stake that went back because its seat was taken names its duel in its choice only. */
  async function ofChoice({ choice }: { choice: unknown }): Promise<StoredDuel | undefined> {
    const { duel } = choice as { duel?: string };
    return duel === undefined ? undefined : (await store.duels([BigInt(duel)]))[0];
  }

  async function promiseOf(number: bigint) {
    return factsOf((await between.facts(gateName, [number])).get(number));
  }

  async function rowOf(stored: StoredDuel): Promise<DuelRow> {
    const facts = await promiseOf(stored.number);
    return duelView(between, {
      ...{ stored, commitment: facts.commitment, close: closeOf(facts) },
      opener: await desk.faceOf(stored.opener),
      joiner: stored.joiner && (await desk.faceOf(stored.joiner)),
    });
  }

  const openDuels = () => [...(sitting?.duels.live.values() ?? [])].reverse();
  const channel = liveChannel(duelsChannel, session => ({
    open: openDuels()
      .slice(0, openShown)
      .map(duel => duelView(between, duel)),
    ended,
    mine: openDuels()
      .filter(({ stored }) => session && (stored.opener === session.player || stored.joiner === session.player))
      .map(({ stored }) => `duels-${stored.number}`),
  }));
  const feed = createBatch<LiveDuel>(host.clock, duels => {
    // Each duel once, as it is now.
    const rows = [...new Set(duels)].map(duel => duelView(between, duel));
    channel.tell("duels", { rows });
  });

  function changed(duel: LiveDuel): void {
    feed.add(duel);
    if (duel.stored.state === "paid") ended = [duelView(between, duel), ...ended].slice(0, endedShown);
  }

  const owner = createRoundOwner({
    ...{ host, wallet, gate: gateName, drainMs: needs.drainMs },
    ...(needs.lock && { lock: needs.lock }),
    lead: (reign, self) => {
      const run = { host, wallet, between, desk, store, isTestBeacon: host.config.BEACON_TEST };
      return runDuels(
        {
          ...{ ...run, changed, flush: feed.flush, decided: bet => table.decided(bet) },
          seat: made => {
            sitting = made;
          },
        },
        reign,
        self,
        ring => {
          wake = ring;
        },
      ).finally(() => {
        sitting = undefined;
      });
    },
    hasOpenBets: () => isBusy(sitting?.duels.live.values() ?? []),
  });
  const play: PlayNeeds = {
    ...{ host, wallet, desk, table, between, store },
    sitting: () => (owner.isDraining ? undefined : sitting),
  };

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [duelTaken, ownDuel, duelCurrency, tooManyDuels],
    handlers: [
      handle(getDuels, async call => {
        const currency = desk.currencyOf(call);
        const duels = openDuels()
          .filter(({ stored, seat }) => stored.currency === currency && seat === "free")
          .slice(0, openShown);
        return { data: { ...table.info(currency), duels: duels.map(duel => duelView(between, duel)) } };
      }),
      handle(getDuel, async call => {
        const number = numberOf(call.input.params.id);
        const live = sitting?.duels.live.get(number);
        const stored = live?.stored ?? (await store.duels([number]))[0] ?? fail(notFound);
        const row = live ? duelView(between, live) : await rowOf(stored);
        const player = call.session?.player;
        return { data: { ...row, mine: roleOf(stored, player) } };
      }),
      handle(openDuelCall, call => openDuel(play, call)),
      handle(joinDuelCall, call => joinDuel(play, call)),
      handle(withdrawDuelCall, call => withdrawDuel(play, call)),
    ],
    channels: [channel],
    async start() {
      ended = await Promise.all((await store.latest(endedShown)).map(rowOf));
      await owner.start();
    },
    async drain() {
      const drained = owner.drain();
      wake();
      await drained;
    },
    stop: owner.stop,
  };
}

function roleOf({ opener, joiner }: StoredDuel, player: PlayerId | undefined): "opener" | "joiner" | null {
  if (player === undefined) return null;
  return player === opener ? "opener" : player === joiner ? "joiner" : null;
}
