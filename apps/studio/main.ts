import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { migrate } from "#kit/db/migrate.ts";
import { grantServerRole, makeServerRole, mayMakeRoles, serverRole } from "#kit/db/server-role.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { createStudio } from "#studio/rgs/server/create-studio.ts";
import { readBuiltFrame } from "#studio/rgs/server/frame-files.ts";
import { readStudioSettings, type StudioSettings, studioBeacon } from "#studio/rgs/server/settings.ts";

/** The studio's process: settings from the environment, its own database, one line when it is open, a graceful end on SIGTERM. */

const log = createLog({ level: process.env.LOG_LEVEL === "debug" ? "debug" : "info" });
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

/** The owner migrates; the studio works as a role that can neither make nor change tables, where the owner may make one. */
async function openDatabase(settings: StudioSettings): Promise<Db> {
  const options = { applicationName: "studio", log };
  const owner = createDb(settings.STUDIO_DATABASE_URL, { ...options, pool: 2 });
  const folder = (module: string) => join(import.meta.dirname, `../../studio/${module}/server/migrations`);
  await migrate(owner, [
    { module: "rgs", folder: folder("rgs") },
    { module: "tables", folder: folder("tables") },
  ]);
  if (!(await mayMakeRoles(owner))) return owner;
  const role = serverRole(settings.STUDIO_DATABASE_URL, settings.STUDIO_SECRET_KEY);
  await owner.tx(tx => makeServerRole(tx, role));
  await owner.tx(tx => grantServerRole(tx, role));
  await owner.end();
  return createDb(role.url, options);
}

try {
  const settings = readStudioSettings(process.env);
  const [db, { files, games, tables }] = await Promise.all([
    openDatabase(settings),
    readBuiltFrame(process.env.STUDIO_FILES ?? join(import.meta.dirname, "../../dist/studio")),
  ]);
  const publicUrl = settings.STUDIO_URL ?? `http://studio.localhost:${settings.STUDIO_PORT}`;
  const beacon = studioBeacon(settings);
  const key = { SECRET_KEY: settings.STUDIO_SECRET_KEY } as Parameters<typeof createSecretSeal>[0]["config"];
  const studio = await createStudio(
    {
      clock: systemClock,
      random: systemRandom,
      ids: uuidIds(systemClock, systemRandom),
      db,
      log,
      publicUrl,
      seal: createSecretSeal({ config: key, random: systemRandom }, "studio"),
      failpoints: noFailpoints,
      signingSeed: required(parseHex(settings.STUDIO_SIGNING_KEY), "a checked setting"),
    },
    { games, files, ...(beacon && { tables: { games: tables, beacon } }) },
  );
  for (const connection of settings.STUDIO_CASINOS) await studio.casinos.connect(connection);
  await studio.app.listen({ port: settings.STUDIO_PORT, host: settings.STUDIO_LISTEN });
  const connected = (await studio.casinos.list()).map(({ slug }) => slug);
  log.info(
    { games: games.length, tables: beacon ? tables.length : 0, casinos: connected },
    connected.length > 0 ? `the studio is open at ${publicUrl}` : "no casino is connected",
  );
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void studio.close().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
