import type { Config } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Accounts, createAccounts } from "#modules/accounts/server/index.ts";

export interface House {
  /** In tier order: nothing needs what comes after it. */
  readonly modules: readonly ServerModule[];
  readonly accounts: Accounts;
}

/** Every module of the house, made with what it needs. The only list of them all. */
export function createHouse(host: Host): House {
  const accounts = createAccounts(host);
  return { modules: [accounts], accounts };
}

/**
 * Whether this process answers the module's calls and runs its jobs and loops. Every module is made in every process,
 * because others use it as a library: a round's public record needs its game wherever it is asked for.
 */
export function isServed(module: ServerModule, config: Pick<Config, "SERVICES">): boolean {
  return config.SERVICES.includes(module.manifest.service ?? "general");
}
