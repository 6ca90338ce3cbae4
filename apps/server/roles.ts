import type { Config } from "#kit/host/config.ts";

/** What a node does, beside calls over HTTP, which every node answers. */
export interface Roles {
  readonly names: readonly string[];
  /** Pages of the site and the back office. */
  readonly web: boolean;
  /** Sockets. */
  readonly play: boolean;
  /** May lead shared rounds, and the reading of outside feeds. */
  readonly tables: boolean;
  /** Runs the queue. */
  readonly jobs: boolean;
}

const all = ["web", "play", "tables", "jobs"] as const;

/** In the order of the list above, each once. */
export function rolesOf({ ROLES }: Pick<Config, "ROLES">): Roles {
  const names = all.filter(name => (ROLES ?? all).includes(name));
  const has = (name: (typeof all)[number]) => names.includes(name);
  return { names, web: has("web"), play: has("play"), tables: has("tables"), jobs: has("jobs") };
}
