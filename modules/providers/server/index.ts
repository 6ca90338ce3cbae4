import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { PayoutCheck, PayoutReview } from "#modules/payments/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import {
  addressInvalid,
  badSignature,
  gameUnavailable,
  keysFull,
  providerTaken,
  roundNotVoidable,
} from "../shared/errors.ts";
import { walletBodies } from "../shared/protocol.ts";
import type { GameManifest } from "../shared/provider-calls.ts";
import { regionProfile } from "../shared/region-profiles.ts";
import { createAlarms } from "./alarms.ts";
import { authenticate, readBalance } from "./authenticate.ts";
import { createCasinoSeeds, seedsPurpose } from "./casino-seeds.ts";
import { connectConfigured } from "./configured.ts";
import { countRounds } from "./count-rounds.ts";
import { closeDecidedRound, closeRoundJob, registerDecisions } from "./decide-rounds.ts";
import { followMaths } from "./follow-maths.ts";
import { followRounds } from "./follow-rounds.ts";
import type { GameProvider } from "./game-provider.ts";
import { unrevealedWin } from "./hold-payouts.ts";
import { httpTransport } from "./http-transport.ts";
import { keepRecords, pauseMs } from "./keep-records.ts";
import { connectedProviders } from "./launch.ts";
import { listRounds } from "./list-rounds.ts";
import type { ProviderNeeds } from "./needs.ts";
import { payWin } from "./pay-win.ts";
import { placeAndWin, placeBet } from "./place-bet.ts";
import { createProviderClient, type Transport } from "./provider-client.ts";
import { publishedPayouts } from "./published-payouts.ts";
import { winReview } from "./recompute-wins.ts";
import { reconcileAll } from "./reconcile.ts";
import { createRegistry, keysPurpose, type Registry } from "./registry.ts";
import { rollBack } from "./roll-back.ts";
import { providedRounds } from "./round-records.ts";
import { createSessions } from "./sessions.ts";
import { rotateBothSeeds, setBothSeeds, showBothSeeds } from "./shared-seeds.ts";
import { providerLimiter, signedCall } from "./signed-call.ts";
import { storedModule } from "./verifier-modules.ts";
import { watchRounds } from "./watch-rounds.ts";
import { createWinCap } from "./win-cap.ts";

export type { TableFacts } from "../shared/provider-calls.ts";
export type { AlarmKind } from "./alarms.ts";
export { changeProvider, connectProvider, makeKey, revokeKey } from "./connect.ts";
export { closeRound, leavesInClosed, payOverCap, seedPot, voidRound } from "./decide-rounds.ts";
export { followRounds } from "./follow-rounds.ts";
export type { GameProvider, Opening, ProviderPicture } from "./game-provider.ts";
export { statementInvariants } from "./invariants.ts";
export { runIsolated } from "./isolated/run-isolated.ts";
export { keepRecords } from "./keep-records.ts";
export { lineOf } from "./list-rounds.ts";
export { openAtProvider, readMathsLog } from "./maths-log.ts";
export { gameNamed, readFigures, readGames as readGamesFigures } from "./office/games-figures.ts";
export { listRoundsOfGame } from "./office/rounds-of-game.ts";
export {
  closeAlarm,
  type DifferenceRow,
  decidedDifferences,
  openAlarms,
  openDifferences,
  reconciledUntil,
  setGame,
} from "./office-store.ts";
export { ProviderSilent, type Transport } from "./provider-client.ts";
export { publishedReturn } from "./published-return.ts";
export { readGames, readGamesIn } from "./read-games.ts";
export { reconcile } from "./reconcile.ts";
export type { Provider, ProviderGame, Registry } from "./registry.ts";
export { hashOfModule } from "./verifier-modules.ts";

export type ProvidersOffice = Pick<Providers, "registry" | "needs">;

export interface Providers extends ServerModule {
  readonly registry: Registry;
  readonly needs: ProviderNeeds;
  /** As the catalogue opens their games. */
  readonly connected: () => readonly GameProvider[];
  /** A check of payments: big wins are revealed before money leaves. */
  readonly payoutCheck: PayoutCheck;
  /** Recomputes big wins before their money leaves. */
  readonly payoutReview: PayoutReview;
  /** The name of the rules that a country has for a kind of game. */
  readonly profileOf: (country: string, kind: string) => string;
  /** What providers call the games of these bets and wins. */
  titlesOf(player: PlayerId, keys: readonly Uuid[]): Promise<ReadonlyMap<Uuid, GameManifest["title"]>>;
}

export type ProvidersNeeds = Pick<ProviderNeeds, "wallet" | "accounts" | "geo" | "approvals" | "audit"> & {
  readonly bets: Pick<Bets, "registerProvided">;
};

/** Companies that ask the wallet for stakes by themselves. */
export function createProviders(host: Host, given: ProvidersNeeds, options: { transport?: Transport } = {}): Providers {
  const registry = createRegistry(host);
  const needs: ProviderNeeds = {
    ...given,
    host,
    registry,
    sessions: createSessions(host),
    seeds: createCasinoSeeds(host),
    alarms: createAlarms(host),
    client: createProviderClient(host.clock, options.transport ?? httpTransport()),
    winCap: createWinCap(host.clock, given.wallet),
  };
  given.bets.registerProvided(providedRounds(needs));
  registerDecisions(needs);
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    sealed: [
      { purpose: keysPurpose, table: "providers.keys", column: "sealed", label: "'provider-key:' || id" },
      {
        purpose: seedsPurpose,
        table: "providers.seeds",
        column: "sealed",
        label: "player_id || ':' || provider_id || ':' || slug || ':' || number",
      },
    ],
    errors: [badSignature, gameUnavailable, keysFull, providerTaken, addressInvalid, roundNotVoidable],
    handlers: [...walletHandlers(needs), ...playerHandlers(needs)],
    registry,
    needs,
    connected: connectedProviders(needs),
    payoutCheck: (tx, { player }) => unrevealedWin(needs, tx, player),
    payoutReview: winReview(needs),
    profileOf: (country, kind) => regionProfile(country, kind === "slots" ? "slots" : "live-casino").name,
    async titlesOf(player, keys) {
      if (keys.length === 0) return new Map();
      const games = await given.wallet.providerRounds.gamesOf(player, keys);
      return new Map(
        [...games].flatMap(([key, { game, slug }]) => {
          const title = registry.byAccount(game)?.games.get(slug)?.manifest.title;
          return title ? [[key, title] as const] : [];
        }),
      );
    },
    jobs: [
      { name: "providers-follow-rounds", cron: "* * * * *", run: () => followRounds(needs) },
      { name: "providers-follow-maths", cron: "* * * * *", run: () => followMaths(needs) },
      { name: "providers-keep-records", cron: "* * * * *", second: 5, run: () => keepRecords(needs, pauseMs) },
      { name: "providers-count-rounds", cron: "* * * * *", second: 15, run: () => countRounds(needs) },
      { name: "providers-reconcile", cron: "23 * * * *", run: () => reconcileAll(needs) },
      { name: "providers-watch-rounds", cron: "41 * * * *", run: () => watchRounds(needs) },
      { name: closeRoundJob, run: payload => closeDecidedRound(needs, payload) },
    ],
    personalData: async player => ({ rounds: (await listRounds(needs, player, {})).items }),
    async start() {
      await registry.start();
      await connectConfigured(host, registry);
      needs.sessions.listen();
    },
    async stop() {
      registry.stop();
      await needs.alarms.settled();
    },
  };
}

function playerHandlers(needs: ProviderNeeds): readonly Handler[] {
  const asked = (call: { session: { player: PlayerId }; input: { query: { provider: string; slug: string } } }) => ({
    player: call.session.player,
    ...call.input.query,
  });
  return [
    handle(contract.getProviderSeeds, async call => ({ data: await showBothSeeds(needs, asked(call)) })),
    handle(contract.setProviderSeed, async call => ({
      data: await setBothSeeds(needs, asked(call), call.input.body.client_seed),
    })),
    handle(contract.rotateProviderSeeds, async call => ({
      data: await rotateBothSeeds(needs, asked(call), call.input.body.client_seed),
    })),
    handle(contract.getVerifierModule, async call => {
      const module = (await storedModule(needs, call.input.params.maths)) ?? fail(notFound);
      call.setHeader("cache-control", "public, max-age=31536000, immutable");
      call.setHeader("content-security-policy", "default-src 'none'; sandbox");
      return pieces(module);
    }),
    handle(contract.listPayouts, async ({ input, locale }) => ({
      data: publishedPayouts(needs.registry.all, input.query.currency, locale),
    })),
    handle(contract.listProviderRounds, async call => ({
      data: await listRounds(needs, call.session.player, call.input.query),
    })),
  ];
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text;
}

function walletHandlers(needs: ProviderNeeds): readonly Handler[] {
  const { clock, failpoints } = needs.host;
  const signedNeeds = { ...needs, clock, failpoints, limiter: providerLimiter(needs.host) };
  return [
    handle(contract.authenticate, call =>
      signedCall(signedNeeds, call, walletBodies.authenticate, (...asked) => authenticate(needs, ...asked)),
    ),
    handle(contract.readBalance, call =>
      signedCall(signedNeeds, call, walletBodies.balance, (provider, body) => readBalance(needs, provider, body)),
    ),
    handle(contract.bet, call =>
      signedCall(signedNeeds, call, walletBodies.bet, (...asked) => placeBet(needs, ...asked)),
    ),
    handle(contract.betWin, call =>
      signedCall(signedNeeds, call, walletBodies["bet-win"], (...asked) => placeAndWin(needs, ...asked)),
    ),
    handle(contract.win, call =>
      signedCall(signedNeeds, call, walletBodies.win, (...asked) => payWin(needs, ...asked)),
    ),
    handle(contract.rollback, call =>
      signedCall(signedNeeds, call, walletBodies.rollback, (...asked) => rollBack(needs, ...asked)),
    ),
  ];
}
