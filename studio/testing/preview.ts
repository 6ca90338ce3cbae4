import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { createStudio } from "#studio/rgs/server/create-studio.ts";
import { readBuiltFrame } from "#studio/rgs/server/frame-files.ts";
import { type CasinoDouble, profile, setClientSeed, startCasinoDouble } from "./casino-double.ts";
import { studioMigrations } from "./test-studio.ts";
import { testBeacon } from "./test-tables.ts";

export interface Preview {
  /** The casino's page: `/?game=seven-struck&mode=play&locale=ru` shows a game in its frame. */
  readonly origin: string;
  readonly publicUrl: string;
  /** Where casinos call the studio. */
  readonly studioUrl: string;
  readonly casinos: ReadonlyMap<string, CasinoDouble>;
  /** Ends all of it, and deletes the data. */
  close(): Promise<void>;
}

/** The studio over what was built, with a database in the empty folder `data`, a casino double and its page on another origin. */
export async function startPreview(built: string, data: string, port: number, pagePort: number): Promise<Preview> {
  const server = await startEmbedded({
    folder: join(data, "postgres"),
    password: "preview",
  });
  const db = createDb(server.url);
  await migrate(db, studioMigrations);
  const config = { SECRET_KEY: "5".repeat(64) } as Parameters<typeof createSecretSeal>[0]["config"];
  const publicUrl = `http://studio.localhost:${port}`;
  const { files, games, tables } = await readBuiltFrame(built);
  const studio = await createStudio(
    {
      clock: systemClock,
      random: systemRandom,
      ids: uuidIds(systemClock, systemRandom),
      db,
      publicUrl,
      log: createLog({ level: "warn" }),
      seal: createSecretSeal({ config, random: systemRandom }, "studio"),
      failpoints: noFailpoints,
      signingSeed: new Uint8Array(32),
    },
    { games, files, tables: { games: tables, beacon: testBeacon() } },
  );
  await studio.app.listen({ port, host: "127.0.0.1" });
  const casinos = new Map<string, CasinoDouble>();
  const origin = `http://casino.localhost:${pagePort}`;
  for (const currency of ["USD", "KZT"]) {
    const casino = await startCasinoDouble(currency);
    casinos.set(currency, casino);
    await studio.casinos.connect({
      slug: `preview-${currency.toLowerCase()}`,
      name: "Preview",
      wallet_url: casino.url,
      origins: [origin],
      key: casino.key,
    });
  }

  const pages = createServer(async (request, response) => {
    const query = new URL(request.url ?? "/", origin).searchParams;
    const casino = casinos.get(query.get("currency") ?? "USD");
    const game = query.get("game") ?? "seven-struck";
    const mode = query.get("mode") ?? "demo";
    const player = query.get("player") ?? randomUUID();
    if (!casino) return response.end();
    if (mode === "play" && casino.balanceOf(player) === 0n) {
      casino.addPlayer(player, 1_248_500_000n);
      if (!tables.some(table => table.game.slug === game))
        await setClientSeed(casino, `http://127.0.0.1:${port}`, player, game);
    }
    const given = { ...profile, ...JSON.parse(query.get("profile") ?? "{}") };
    const { body } = await casino.call(`http://127.0.0.1:${port}`, "POST", "/launch", {
      game,
      mode,
      currency: query.get("currency") ?? "USD",
      country: "KZ",
      locale: query.get("locale") ?? "en",
      profile: given,
      parent_origin: origin,
      ...(mode === "play" && { player, nick: "alice", launch: casino.newLaunch(player, given) }),
    });
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Casino</title><style>html,body,main,iframe{margin:0;border:0;width:100%;height:100%;display:block}h1{position:absolute;width:1px;height:1px;overflow:hidden}</style>
<main><h1>Casino</h1><iframe title="Game" sandbox="allow-scripts allow-same-origin" allow="autoplay; fullscreen" referrerpolicy="no-referrer" src="${String(body.url)}"></iframe></main>
<script>window.messages=[];addEventListener("message",e=>{if(e.data.fwp!==1)return;const c=new MessageChannel();window.port=c.port1;c.port1.onmessage=m=>messages.push(m.data);e.source.postMessage({fwp:1},e.origin,[c.port2])})</script>`);
  });
  await new Promise<void>(resolve => pages.listen(pagePort, "127.0.0.1", resolve));
  return {
    origin,
    publicUrl,
    studioUrl: `http://127.0.0.1:${port}`,
    casinos,
    async close() {
      pages.closeAllConnections();
      pages.close();
      await studio.close();
      await db.end();
      await server.stop();
      for (const casino of casinos.values()) await casino.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

if (import.meta.main) {
  const port = Number(process.argv[2] ?? 7140);
  const data = mkdtempSync(join(tmpdir(), "studio-preview-"));
  const { origin } = await startPreview("dist/studio", data, port, port + 1);
  process.stdout.write(`${origin}\n`);
}
