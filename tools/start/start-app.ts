import { join } from "node:path";
import { demoMirrors } from "../demo/mirrors-and-regions.ts";
import { type Child, startChild } from "./child.ts";
import { openCoins } from "./coins.ts";
import { keepSecrets, type Secrets, takeDataFolder } from "./data-folder.ts";
import { type AppDatabase, openDatabase } from "./database.ts";
import { type DemoLogin, demoLogins, isDemoPending, playDemo, requestDemo, startDemoCrowd } from "./demo.ts";
import { type DemoOperator, demoOperators } from "./demo-operators.ts";
import { hasOdds, oddsAddress, oddsEnvironment } from "./odds.ts";
import { checkPorts } from "./ports.ts";
import {
  type Beacon,
  beaconAddress,
  beaconEnvironment,
  readBeacon,
  sandboxEnvironment,
  serverEnvironment,
  siteOrigins,
} from "./process-environments.ts";
import { type Environment, type LaunchSettings, readSettings, root } from "./settings.ts";
import { buildSite, siteIsStale } from "./site-build.ts";
import { hasStudio, type StartAppOptions, siteHostOf } from "./start-options.ts";
import { buildStudio, studioAddress, studioDatabaseUrl, studioEnvironment } from "./studio.ts";
import { ready, type Supervised, supervised } from "./supervised.ts";

export interface RunningApp {
  readonly site: string;
  readonly api: string;
  /** The site at plain `localhost`. */
  readonly local: string;
  readonly sandbox: string;
  /** Where browsers find the studio; undefined where it was left out. */
  readonly studio: string | undefined;
  /** The odds provider's address; undefined where it was left out. */
  readonly odds: string | undefined;
  /** Other host names of the demo. */
  readonly mirrors: readonly string[];
  readonly logins: readonly DemoLogin[];
  readonly office: string;
  readonly operators: readonly DemoOperator[];
  /** The environment of the server process. */
  readonly environment: Environment;
  /** Resolves with a message when the server or the sandbox exited unexpectedly and is not restarted. */
  readonly failed: Promise<string>;
  /** Ends everything, the last started first. */
  close(): Promise<void>;
  /** Ends the studio alone: the provider is gone, the casino runs on. */
  stopStudio(): Promise<void>;
  /** Process id of the server. */
  serverPid(): number | undefined;
  /** Ends the server process if it still runs, and starts it again, from then on with these settings: for development, and after it was killed. */
  restartServer(changes?: Environment): Promise<void>;
  /** SIGTERM to the server process; resolves when it has ended. */
  stopServer(): Promise<void>;
}

/** How long studio and odds provider may take: the site is open already, and a busy machine is no reason to close it. */
const besideOpenSiteMs = 300_000;

/** Starts the whole product: database, site, sandbox, server, and on a fresh database the demo. */
export async function startApp(options: StartAppOptions): Promise<RunningApp> {
  const settings = readSettings(options.environment);
  const { port: PORT, apiPort: API_PORT, sandboxPort: SANDBOX_PORT, smtpPort: SANDBOX_SMTP_PORT } = settings;
  const studio = hasStudio(options) ? { STUDIO_PORT: settings.studioPort } : {};
  const odds = hasOdds(options.environment) ? { ODDS_PORT: settings.oddsPort } : {};
  const { scannerPort: SANDBOX_SCANNER_PORT, mailPort: MAIL_PORT } = settings;
  await checkPorts(
    { PORT, API_PORT, SANDBOX_PORT, ...studio, ...odds },
    { SANDBOX_SMTP_PORT, SANDBOX_SCANNER_PORT, MAIL_PORT },
  );
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let last = opened.pop(); last; last = opened.pop()) await last();
  };
  try {
    return await open(options, settings, opened, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: StartAppOptions,
  settings: LaunchSettings,
  opened: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<RunningApp> {
  const progress = (step: string) => {
    options.signal?.throwIfAborted();
    options.progress(step);
  };
  const lock = await takeDataFolder(settings.dataFolder);
  opened.push(lock.release);
  const secrets = await keepSecrets(settings.dataFolder);

  const log = (name: string) =>
    options.mode === "production" ? { log: join(settings.dataFolder, `${name}.log`) } : {};
  const startServer = createServerStarter(options, log("server"));
  opened.push(startServer.cancel);
  // The three start concurrently, and the server's code is loaded meanwhile.
  const [database, sandbox] = await settleAll([
    startDatabase(options, settings, secrets, opened, progress),
    startSandbox(options, settings, secrets, opened, log("sandbox")),
    freshSite(options, progress),
  ]);
  const beacon = await readBeacon(settings);
  const coins = await openCoins(options.environment, settings, secrets, log("signer"));
  const signer = coins && (await supervised(options, "signer", async () => coins.startSigner()));
  if (signer) opened.push(signer.stop);

  progress("starting the server");
  let environment = serverEnvironment(options, settings, secrets, database.url, {
    beacon,
    coins: coins?.environment ?? {},
  });
  const server = await supervised(options, "server", async () => {
    const child = startServer.next(environment);
    await ready(child, "server", `http://127.0.0.1:${settings.port}/readyz`);
    return child;
  });
  opened.push(server.stop);
  const host = siteHostOf(options, settings);
  progress(`the site is open: http://${host}`);

  // The server reaches studio and odds provider once they answer. Starting takes each of the three one core: all at once, the site would open last.
  const studio = startStudio(options, settings, secrets, database.url, { log: log("studio"), progress, beacon });
  opened.push(async () => (await studio.catch(() => undefined))?.stop());
  const odds = startOdds(options, settings, secrets, log("odds-provider"));
  opened.push(async () => (await odds.catch(() => undefined))?.stop());
  const [runningStudio, runningOdds] = await settleAll([studio, odds]);

  if (options.demo !== false && isDemoPending(settings.dataFolder)) {
    progress("playing the demo");
    const complaint = await playDemo(settings.dataFolder, environment, options.signal);
    // The server is open without it.
    if (complaint) progress(complaint);
  }
  const crowd =
    options.demo === false ? undefined : startDemoCrowd(environment, settings.sandboxPort, log("demo-crowd"));
  if (crowd) opened.push(() => crowd.stop(2000));
  return {
    site: `http://${host}`,
    api: `http://api.${host}`,
    local: `http://localhost:${settings.port}`,
    sandbox: `http://localhost:${settings.sandboxPort}`,
    studio: runningStudio && studioAddress(settings),
    odds: runningOdds && oddsAddress(settings),
    mirrors: host.split(":")[0]?.endsWith(".localhost")
      ? demoMirrors.map(name => `http://${name}:${settings.port}`)
      : [],
    logins: await demoLogins(settings.dataFolder),
    office: `http://office.${host}`,
    operators: await demoOperators(settings.dataFolder),
    environment,
    failed: Promise.race(
      [server, sandbox, signer, runningStudio, runningOdds].flatMap(each => (each ? [each.failed] : [])),
    ),
    close,
    stopStudio: async () => runningStudio?.stop(),
    serverPid: () => server.current()?.pid,
    async restartServer(changes) {
      environment = { ...environment, ...changes };
      await server.restart();
    },
    stopServer: server.stop,
  };
}

/** Waits until all promises have settled, so that everything started can be closed; then throws the first rejection. */
async function settleAll<T extends readonly Promise<unknown>[]>(works: readonly [...T]) {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Starts server processes. The first begins to load its code now, before its settings are known. */
function createServerStarter({ environment, mode }: StartAppOptions, log: { log?: string }) {
  const load = () =>
    startChild({
      name: "server",
      script: join(root, "tools/start/run-server.ts"),
      environment: { ...environment, MODE: mode, NODE_ENV: mode },
      ...log,
    });
  let loading: Child | undefined = load();
  return {
    next(settings: Environment): Child {
      const child = loading ?? load();
      loading = undefined;
      child.send(settings);
      return child;
    },
    /** Ends a process that never got its settings. */
    cancel: async () => loading?.stop(),
  };
}

type Closers = (() => Promise<void>)[];

async function startDatabase(
  options: StartAppOptions,
  settings: LaunchSettings,
  secrets: Secrets,
  opened: Closers,
  progress: (step: string) => void,
): Promise<AppDatabase> {
  const database = await openDatabase(settings, secrets, progress, options.keepAlive ? options.progress : undefined);
  opened.push(database.stop);
  progress(database.description);
  if (database.fresh) await requestDemo(settings.dataFolder);
  return database;
}

async function startSandbox(
  options: StartAppOptions,
  settings: LaunchSettings,
  secrets: Secrets,
  opened: Closers,
  log: { log?: string },
): Promise<Supervised> {
  const sandbox = await supervised(options, "sandbox", async () => {
    const child = startChild({
      name: "sandbox",
      script: join(root, "apps/sandbox/main.ts"),
      environment: sandboxEnvironment(options, settings, secrets),
      ...log,
    });
    await ready(child, "sandbox", beaconAddress(settings));
    return child;
  });
  opened.push(sandbox.stop);
  return sandbox;
}

/** The studio, and what browsers load from it. */
async function startStudio(
  options: StartAppOptions,
  settings: LaunchSettings,
  secrets: Secrets,
  databaseUrl: string,
  {
    log,
    progress,
    beacon,
  }: { readonly log: { log?: string }; readonly progress: (step: string) => void; readonly beacon: Beacon },
): Promise<Supervised | undefined> {
  if (!hasStudio(options)) return undefined;
  await buildStudio(progress, options.signal);
  const own = await studioDatabaseUrl(options.environment, settings, databaseUrl);
  if (own === undefined) {
    progress("no studio: with DATABASE_URL set it needs STUDIO_DATABASE_URL too");
    return undefined;
  }
  const origins = siteOrigins(options, settings);
  const { BEACON_URL, BEACON_CHAIN, BEACON_PUBLIC_KEY, BEACON_TEST } = beaconEnvironment(settings, beacon);
  const environment = studioEnvironment(options.environment, {
    settings,
    secrets,
    databaseUrl: own,
    origins,
    beacon: {
      STUDIO_BEACON_URL: BEACON_URL,
      STUDIO_BEACON_CHAIN: BEACON_CHAIN,
      STUDIO_BEACON_PUBLIC_KEY: BEACON_PUBLIC_KEY,
      STUDIO_BEACON_TEST: BEACON_TEST,
    },
  });
  return supervised(options, "studio", async () => {
    const child = startChild({ name: "studio", script: join(root, "apps/studio/main.ts"), environment, ...log });
    await ready(child, "studio", `http://127.0.0.1:${settings.studioPort}/healthz`, besideOpenSiteMs);
    return child;
  });
}

async function startOdds(
  options: StartAppOptions,
  settings: LaunchSettings,
  secrets: Secrets,
  log: { log?: string },
): Promise<Supervised | undefined> {
  if (!hasOdds(options.environment)) return undefined;
  const environment = oddsEnvironment(options.environment, settings, secrets);
  return supervised(options, "odds-provider", async () => {
    const script = join(root, "apps/odds-provider/main.ts");
    const child = startChild({ name: "odds-provider", script, environment, ...log });
    await ready(child, "odds-provider", oddsAddress(settings), besideOpenSiteMs);
    return child;
  });
}

async function freshSite(options: StartAppOptions, progress: (step: string) => void): Promise<void> {
  if (options.mode !== "production" || !(await siteIsStale())) return;
  progress("building the site");
  await buildSite(options.signal);
}
