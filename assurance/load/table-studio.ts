import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import { migrate } from "#kit/db/migrate.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { createStudio } from "#studio/rgs/server/create-studio.ts";
import { readBuiltFrame } from "#studio/rgs/server/frame-files.ts";
import { readStudioSettings, studioBeacon } from "#studio/rgs/server/settings.ts";
import { studioMigrations } from "#studio/testing/test-studio.ts";

/**
 * The studio of `npm run bench -- tables`: each table twice, so that there are twelve, with rounds as long as BENCH_TABLE_TIMING says
 * (milliseconds of betting, dealing, rest and a decision). BENCH_TABLES names the tables, where it is not all of them twice. Answers "heap" with the bytes of its heap after a collection.
 */
const settings = readStudioSettings(process.env);
const db = createDb(settings.STUDIO_DATABASE_URL, { applicationName: "studio" });
await migrate(db, studioMigrations);
const { games, tables } = await readBuiltFrame(join(import.meta.dirname, "../../dist/studio"));
const [bettingMs = 0, dealingMs = 0, restMs = 0, decisionMs = 0] = (process.env.BENCH_TABLE_TIMING ?? "")
  .split(",")
  .map(Number);
const named = process.env.BENCH_TABLES?.split(",");
const doubled = tables.flatMap(table => [table, { ...table, game: { ...table.game, slug: `${table.game.slug}-2` } }]);
const config = { SECRET_KEY: settings.STUDIO_SECRET_KEY } as Parameters<typeof createSecretSeal>[0]["config"];
const studio = await createStudio(
  {
    clock: systemClock,
    random: systemRandom,
    ids: uuidIds(systemClock, systemRandom),
    db,
    log: createLog({ level: settings.LOG_LEVEL }),
    publicUrl: `http://studio.localhost:${settings.STUDIO_PORT}`,
    seal: createSecretSeal({ config, random: systemRandom }, "studio"),
    failpoints: noFailpoints,
    signingSeed: required(parseHex(settings.STUDIO_SIGNING_KEY), "a checked setting"),
  },
  {
    games,
    tables: {
      games: named ? tables.filter(({ game }) => named.includes(game.slug)) : doubled,
      beacon: required(studioBeacon(settings), "a beacon"),
      timing: { bettingMs, dealingMs, restMs, decisionMs },
    },
  },
);
for (const connection of settings.STUDIO_CASINOS) await studio.casinos.connect(connection);
await studio.app.listen({ port: settings.STUDIO_PORT, host: "127.0.0.1" });
process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
process.on("SIGTERM", () => void studio.close().then(() => process.exit(0)));
process.on("disconnect", () => process.exit(0));
