import type { Config } from "#kit/host/config.ts";
import { serviceOrigins } from "#kit/host/config.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { gameServices } from "#modules/games/index.ts";

/** The services that a process may run; `general` is everything that is not a game's. */
const services: readonly string[] = ["general", ...gameServices];

/** The services of this process. Throws an Error with a sentence for each name that is none. */
export function servicesOf(config: Pick<Config, "SERVICES" | "SERVICE_ADDRESSES">): readonly string[] {
  const wrong = [
    ...unknownIn("SERVICES", config.SERVICES ?? []),
    ...unknownIn("SERVICE_ADDRESSES", Object.keys(serviceOrigins(config))),
  ];
  if (wrong.length > 0) throw new Error(`The configuration is invalid.\n${wrong.join("\n")}`);
  return config.SERVICES ?? services;
}

function unknownIn(setting: string, names: readonly string[]): readonly string[] {
  return names
    .filter(name => !services.includes(name))
    .map(name => `  ${setting}: ${name} is no service; known: ${services.join(", ")}`);
}

/**
 * Whether this process serves the module's calls and runs its jobs and loops. Every module is created in every process,
 * because others use it as a library: a round's public record needs its game in every process.
 */
export function isServed(module: ServerModule, served: readonly string[]): boolean {
  return served.includes(module.manifest.service ?? "general");
}
