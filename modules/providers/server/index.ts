import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import { addressInvalid, badSignature, gameUnavailable, keysFull, providerTaken } from "../shared/errors.ts";
import { walletBodies } from "../shared/protocol.ts";
import { createAlarms } from "./alarms.ts";
import { authenticate, readBalance } from "./authenticate.ts";
import { createCasinoSeeds } from "./casino-seeds.ts";
import type { ProviderNeeds } from "./needs.ts";
import { payWin } from "./pay-win.ts";
import { placeAndWin, placeBet } from "./place-bet.ts";
import { createRegistry, type Registry } from "./registry.ts";
import { rollBack } from "./roll-back.ts";
import { createSessions } from "./sessions.ts";
import { providerLimiter, signedCall } from "./signed-call.ts";
import { createWinCap } from "./win-cap.ts";

export { changeProvider, connectProvider, makeKey, revokeKey } from "./connect.ts";
export type { Provider, ProviderGame, Registry } from "./registry.ts";

export interface Providers extends ServerModule {
  readonly registry: Registry;
  readonly needs: ProviderNeeds;
}

export type ProvidersNeeds = Pick<ProviderNeeds, "wallet" | "accounts" | "geo" | "approvals">;

/** Companies that ask the wallet for stakes by themselves. */
export function createProviders(host: Host, given: ProvidersNeeds): Providers {
  const registry = createRegistry(host);
  const needs: ProviderNeeds = {
    ...given,
    host,
    registry,
    sessions: createSessions(host),
    seeds: createCasinoSeeds(host),
    alarms: createAlarms(host),
    winCap: createWinCap(host.clock, given.wallet),
  };
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [badSignature, gameUnavailable, keysFull, providerTaken, addressInvalid],
    handlers: walletHandlers(needs),
    registry,
    needs,
    async start() {
      await registry.start();
      needs.sessions.listen();
    },
    async stop() {
      registry.stop();
      await needs.alarms.settled();
    },
  };
}

function walletHandlers(needs: ProviderNeeds): readonly Handler[] {
  const doors = { ...needs, clock: needs.host.clock, limiter: providerLimiter(needs.host.clock) };
  return [
    handle(contract.authenticate, call =>
      signedCall(doors, call, walletBodies.authenticate, (...asked) => authenticate(needs, ...asked)),
    ),
    handle(contract.readBalance, call =>
      signedCall(doors, call, walletBodies.balance, (provider, body) => readBalance(needs, provider, body)),
    ),
    handle(contract.bet, call => signedCall(doors, call, walletBodies.bet, (...asked) => placeBet(needs, ...asked))),
    handle(contract.betWin, call =>
      signedCall(doors, call, walletBodies["bet-win"], (...asked) => placeAndWin(needs, ...asked)),
    ),
    handle(contract.win, call => signedCall(doors, call, walletBodies.win, (...asked) => payWin(needs, ...asked))),
    handle(contract.rollback, call =>
      signedCall(doors, call, walletBodies.rollback, (...asked) => rollBack(needs, ...asked)),
    ),
  ];
}
