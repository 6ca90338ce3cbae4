import { freePort } from "#kit/db/embedded/free-port.ts";
import { type RunningApp, startApp } from "#tools/start/start-app.ts";

/** Addresses of a running installation. */
export interface AppAddresses {
  readonly site: string;
  readonly api: string;
  /** The API address for programs: only browsers resolve the other name. */
  readonly localApi: string;
  /** The address of the site at plain `localhost`. */
  readonly local: string;
  readonly sandbox: string;
  readonly office: string;
  /** The folder with its data and keys. */
  readonly folder: string;
  readonly databaseUrl: string;
}

type Settings = Readonly<Record<string, string>>;

/** Starts the whole product, the production build on free ports with its data in the empty `folder`. */
export async function startOwnApp(
  folder: string,
  settings: Settings | ((sandbox: string) => Settings) = {},
): Promise<{ app: RunningApp; addresses: AppAddresses }> {
  const names = [
    "PORT",
    "API_PORT",
    "SANDBOX_PORT",
    "SANDBOX_SMTP_PORT",
    "SANDBOX_SCANNER_PORT",
    "MAIL_PORT",
    "STUDIO_PORT",
    "ODDS_PORT",
  ] as const;
  const ports = Object.fromEntries(await Promise.all(names.map(async name => [name, await freePort()]))) as Record<
    (typeof names)[number],
    number
  >;
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATA_DIR: folder,
    // Long enough to cancel a payout on a slow machine.
    PAYOUT_PENDING_SECONDS: "20",
    // All tests use one IP address.
    PAGE_RATE_FACTOR: "100",
    // Without its games: tests of the catalogue write their own rows.
    STUDIO: "0",
    // So that no test waits for a row of another player.
    LIVE_BETS_DELAY_MS: "0",
    // Without its events, which need a processor of their own: tests of the sportsbook switch it on.
    ODDS: "0",
    ...(typeof settings === "function" ? settings(`http://localhost:${ports.SANDBOX_PORT}`) : settings),
  };
  const app = await startApp({ environment, mode: "production", progress: () => undefined, demo: false });
  const { site, api, local, sandbox, office } = app;
  const localApi = `http://localhost:${ports.API_PORT}`;
  const databaseUrl = app.environment.DATABASE_URL ?? "";
  return { app, addresses: { site, api, localApi, local, sandbox, office, folder, databaseUrl } };
}
