import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { type RunningApp, startApp } from "./start/start-app.ts";
import { watchServerCode } from "./start/watch.ts";

/** `npm start`, and `npm run dev` with `--dev`: the whole product on this machine, until Ctrl-C. */
const development = process.argv.includes("--dev");
const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`;
const say = (text: string) => console.log(`${seconds()}  ${text}`);

let app: RunningApp | undefined;
let ending: Promise<void> | undefined;
let endingSince = 0;
const giveUp = new AbortController();

function end(code: number): void {
  if (ending) {
    // A terminal and npm may both forward one Ctrl-C; a later second one forces an immediate exit.
    if (performance.now() - endingSince > 1500) process.exit(code || 130);
    return;
  }
  endingSince = performance.now();
  giveUp.abort();
  ending = (async () => {
    say("closing: the server first, the database last");
    const open = app ?? (await opening.catch(() => undefined));
    await open?.close();
    say("closed");
    process.exit(code);
  })();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
process.once("disconnect", () => end(1));

const opening = startApp({
  environment: process.env,
  mode: development ? "development" : "production",
  progress: say,
  // A crash of code under development must be visible, not hidden by a restart.
  keepAlive: !development,
  signal: giveUp.signal,
});

try {
  app = await opening;
  greet(app);
  if (development) keepFresh(app);
  const sentence = await app.failed;
  if (!ending) {
    console.error(`\n${sentence}`);
    end(1);
  }
} catch (error) {
  if (!ending) {
    console.error(`\n${error instanceof StartFailure ? error.message : (error as Error).stack}`);
    process.exit(1);
  }
}

function greet(open: RunningApp): void {
  const lines = [
    `Fairhouse is running: ${open.site}`,
    `  ${open.local} for browsers that don't resolve *.localhost`,
    ...open.mirrors.map(address => `  mirror   ${address}`),
    `  API      ${open.api}`,
    `  sandbox  ${open.sandbox} (payment provider, email and SMS inbox, beacon)`,
    ...(open.studio === undefined ? [] : [`  studio   ${open.studio} (game provider)`]),
    ...(open.odds === undefined ? [] : [`  odds     ${open.odds} (odds provider; faults at ${open.odds}/chaos)`]),
    ...open.logins.map(({ email, password, note }) => `  login    ${email}  ${password}${note ? `  ${note}` : ""}`),
    ...(open.operators.length > 0 ? [`  office   ${open.office}; codes: npm run operator -- code <email>`] : []),
    ...open.operators.map(({ email, password, role }) => `  operator ${email}  ${password}  ${role}`),
  ];
  say("ready");
  console.log(`\n${lines.join("\n")}\n\nPress Ctrl-C to stop. Data is kept.`);
}

function keepFresh(open: RunningApp): void {
  let busy: Promise<void> = Promise.resolve();
  watchServerCode(file => {
    busy = busy.then(async () => {
      if (ending) return;
      say(`${file} changed: restarting the server`);
      await open.restartServer().catch((error: Error) => console.error(error.message));
    });
  });
}
