import { siteHost } from "#kit/host/config.ts";
import type { Environment, LaunchSettings } from "./settings.ts";

export interface StartAppOptions {
  /** Settings from the caller's environment; see docs/operations.md. */
  readonly environment: Environment;
  readonly mode: "production" | "development";
  readonly progress: (step: string) => void;
  /** Leaves the demo out. */
  readonly demo?: boolean;
  /** Restarts server, sandbox, studio, odds provider, signer and database when they exit unexpectedly; without it the first such exit resolves `failed`. */
  readonly keepAlive?: boolean;
  /** Aborts the start: everything started is ended again. */
  readonly signal?: AbortSignal;
}

/** `STUDIO=0` leaves it out. */
export const hasStudio = ({ environment }: StartAppOptions) => environment.STUDIO !== "0";

/** The host name of the site, with its port. */
export function siteHostOf({ environment }: StartAppOptions, { port }: LaunchSettings): string {
  return siteHost({ PORT: port, ...(environment.HOST ? { HOST: environment.HOST } : {}) });
}
