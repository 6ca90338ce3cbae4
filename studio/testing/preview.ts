import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
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
import { profile, setClientSeed, startCasinoDouble } from "./casino-double.ts";

/**
 * The studio with a casino double, for eyes: `preview.ts [port]` over a built dist/studio. `/?game=seven-struck&mode=play&locale=ru` on
 * the next port is the casino's page with the game in its frame.
 */
const port = Number(process.argv[2] ?? 7140);
const server = await startEmbedded({
  folder: join(mkdtempSync(join(tmpdir(), "studio-preview-")), "postgres"),
  password: "preview",
});
const db = createDb(server.url);
await migrate(db, [{ module: "rgs", folder: join(import.meta.dirname, "../rgs/server/migrations") }]);
const config = { SECRET_KEY: "5".repeat(64) } as Parameters<typeof createSecretSeal>[0]["config"];
const publicUrl = `http://studio.localhost:${port}`;
const { files, games } = await readBuiltFrame("dist/studio");
const studio = await createStudio(
  {
    ...{ clock: systemClock, random: systemRandom, ids: uuidIds(systemClock, systemRandom), db, publicUrl },
    log: createLog({ level: "warn" }),
    seal: createSecretSeal({ config, random: systemRandom }, "studio"),
    failpoints: noFailpoints,
    signingSeed: new Uint8Array(32),
  },
  { games, files },
);
await studio.app.listen({ port, host: "127.0.0.1" });
const casinos = new Map<string, Awaited<ReturnType<typeof startCasinoDouble>>>();
const origin = `http://casino.localhost:${port + 1}`;
for (const currency of ["USD", "KZT"]) {
  const casino = await startCasinoDouble(currency);
  casinos.set(currency, casino);
  await studio.casinos.connect({
    ...{
      slug: `preview-${currency.toLowerCase()}`,
      name: "Preview",
      wallet_url: casino.url,
      origins: [origin],
      key: casino.key,
    },
  });
}

createServer(async (request, response) => {
  const query = new URL(request.url ?? "/", origin).searchParams;
  const casino = casinos.get(query.get("currency") ?? "USD");
  const game = query.get("game") ?? "seven-struck";
  const mode = query.get("mode") ?? "demo";
  const player = query.get("player") ?? randomUUID();
  if (!casino) return response.end();
  if (mode === "play" && casino.balanceOf(player) === 0n) {
    casino.addPlayer(player, 1_248_500_000n);
    await setClientSeed(casino, `http://127.0.0.1:${port}`, player, game);
  }
  const { body } = await casino.call(`http://127.0.0.1:${port}`, "POST", "/launch", {
    ...{ game, mode, currency: query.get("currency") ?? "USD", country: "KZ", locale: query.get("locale") ?? "en" },
    ...{ profile: { ...profile, ...JSON.parse(query.get("profile") ?? "{}") }, parent_origin: origin },
    ...(mode === "play" && { player, nick: "alice", launch: casino.newLaunch(player) }),
  });
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><title>casino</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style>
<iframe sandbox="allow-scripts allow-same-origin" allow="autoplay; fullscreen" referrerpolicy="no-referrer" src="${String(body.url)}"></iframe>
<script>window.messages=[];addEventListener("message",e=>{if(e.data.fwp!==1)return;const c=new MessageChannel();window.port=c.port1;c.port1.onmessage=m=>messages.push(m.data);e.source.postMessage({fwp:1},e.origin,[c.port2])})</script>`);
}).listen(port + 1, "127.0.0.1");
process.stdout.write(`${origin}\n`);
