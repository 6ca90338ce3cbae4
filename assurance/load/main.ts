import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { benchRoundKills } from "../crash-recovery/round-kills.ts";
import { benchArchive } from "./archive.ts";
import type { BenchSuite } from "./bench-suite.ts";
import { benchBetting } from "./betting.ts";
import { benchBonuses } from "./bonuses.ts";
import { benchCatalogue } from "./catalogue.ts";
import { benchChat } from "./chat.ts";
import { benchCluster } from "./cluster.ts";
import { benchCrash } from "./crash.ts";
import { benchCrashRecovery } from "./crash-recovery.ts";
import { benchDice } from "./dice.ts";
import { benchEngagement } from "./engagement.ts";
import { benchFrames } from "./frames.ts";
import { benchGameClient } from "./game-client.ts";
import { benchGames } from "./games.ts";
import { benchGrants } from "./grants.ts";
import { benchHome } from "./home.ts";
import { benchMemory } from "./memory.ts";
import { benchOffice } from "./office.ts";
import { benchPar } from "./par.ts";
import { benchPlayDays } from "./play-days.ts";
import { benchProviderWallet } from "./provider-wallet.ts";
import { benchRender } from "./render.ts";
import { benchRoulette } from "./roulette.ts";
import { benchSpin } from "./spin.ts";
import { benchStatement } from "./statement.ts";
import { benchTables } from "./tables.ts";
import { benchTournamentEnd } from "./tournament-end.ts";
import { benchVerifier } from "./verifier.ts";
import { benchWallet } from "./wallet.ts";
import { benchWebhooks } from "./webhooks.ts";

/** `npm run bench -- wallet --seconds=6`; without names every suite runs, which takes hours. `--help` lists them. */
const suites: Readonly<Record<string, BenchSuite>> = {
  wallet: benchWallet,
  archive: benchArchive,
  bonuses: benchBonuses,
  betting: benchBetting,
  "provider-wallet": benchProviderWallet,
  spin: benchSpin,
  tables: benchTables,
  par: benchPar,
  catalogue: benchCatalogue,
  chat: benchChat,
  cluster: benchCluster,
  engagement: benchEngagement,
  "tournament-end": benchTournamentEnd,
  "play-days": benchPlayDays,
  grants: benchGrants,
  office: benchOffice,
  dice: benchDice,
  crash: benchCrash,
  roulette: benchRoulette,
  games: benchGames,
  statement: benchStatement,
  verifier: benchVerifier,
  home: benchHome,
  render: benchRender,
  frames: benchFrames,
  "game-client": benchGameClient,
  memory: benchMemory,
  webhooks: benchWebhooks,
  "crash-recovery": benchCrashRecovery,
  "round-kills": benchRoundKills,
};

if (process.argv.includes("--help")) {
  console.log(`npm run bench -- [suite ...] [--seconds=6]\n\nsuites: ${Object.keys(suites).join(", ")}`);
  process.exit();
}
const folder = join(import.meta.dirname, "../../.cache/bench");
const names = process.argv.slice(2).filter(argument => !argument.startsWith("--"));
const seconds = Number(process.argv.find(argument => argument.startsWith("--seconds="))?.slice(10) ?? 6);
await mkdir(folder, { recursive: true });
for (const name of names.length > 0 ? names : Object.keys(suites)) {
  const suite = suites[name];
  if (!suite) throw new Error(`There is no suite "${name}"; there are: ${Object.keys(suites).join(", ")}.`);
  const rows = await suite({ seconds }).catch((error: unknown) => {
    console.error(`\n${name} FAILED: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  });
  if (!rows) continue;
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version };
  await writeFile(
    join(folder, `${name}.json`),
    `${JSON.stringify({ suite: name, seconds, machine, rows }, null, 2)}\n`,
  );
  console.log(`\n${name} (${machine.cores} cores, ${machine.cpu})`);
  console.table(rows);
}
