import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { listGames } from "#modules/catalogue/server/list-games.ts";
import { createListedGames } from "#modules/catalogue/server/listed-games.ts";
import { categories } from "#modules/catalogue/shared/facts.ts";
import { fold } from "#modules/catalogue/shared/fold.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, type Load, percentile, round, times } from "./figures.ts";
import { HttpClient } from "./http-client.ts";

const gameCount = 5_000;
const firstWords =
  "Golden Silver Crystal Burning Frozen Hidden Ancient Royal Midnight Emerald Thunder Lucky Wild Sacred Iron".split(
    " ",
  );
const lastWords =
  "Steppe Harbour Codex Lantern Crown Moth Caravan Forge Masque Loom Zenith Dragon Kraken Raven Temple".split(" ");
const russian =
  "Степь Гавань Кодекс Фонарь Корона Мотылёк Караван Кузница Маскарад Станок Зенит Дракон Кракен Ворон Храм".split(" ");

/**
 * Lists, filters and searches over 5,000 games, as guests and players ask for them, beside a plain read of one part by title; then the
 * page of the same 5,000 as a guest gets it from the cache, beside the home page.
 */
export const benchCatalogue: BenchSuite = async ({ seconds }) => [
  ...(await benchLists(seconds)),
  ...(await benchPages(seconds)),
];

function benchPages(seconds: number): Promise<readonly BenchRow[]> {
  const options = { services: "general", environment: { PAGE_RATE_FACTOR: "10000" } };
  return withBenchApp(options, async ({ db, sitePort }) => {
    await fill(db);
    const home = await guestPage(sitePort, "/en", seconds);
    const page = await guestPage(sitePort, "/en/games/slots", seconds);
    const row = (what: string, { perSecond, p50, p95 }: GuestPage): BenchRow => ({
      what,
      calls: perSecond * seconds,
      "p50 ms": p50,
      "p95 ms": p95,
      "pages/s": perSecond,
    });
    return [
      row("home page from the cache", home),
      { ...row("page of slots from the cache", page), "of home": times(page.perSecond, home.perSecond) },
    ];
  });
}

interface GuestPage extends Load {
  readonly p95: number;
}

/** One request at a time: what a guest waits for on a server that does nothing else. */
async function guestPage(port: number, path: string, seconds: number): Promise<GuestPage> {
  const client = new HttpClient(port);
  const text = `GET ${path} HTTP/1.1\r\nHost: fairhouse.localhost\r\nAccept-Encoding: identity\r\n\r\n`;
  const took: number[] = [];
  const load = await closedLoop([client], seconds, async () => {
    const sent = performance.now();
    const { status, body } = await client.ask(text);
    if (status !== 200 || !body.includes("</html>")) throw new Error(`${path} came as ${status}`);
    took.push(performance.now() - sent);
  });
  client.close();
  return { ...load, p95: percentile(Float64Array.from(took).sort(), 0.95) };
}

async function benchLists(seconds: number): Promise<readonly BenchRow[]> {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool: 2, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf(["catalogue"]));
    await fill(db);
    return await measure(db, seconds);
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(db: Db): Promise<void> {
  const providers = Array.from({ length: 40 }, (_, index) => `provider-${index}`);
  for (const id of providers)
    await db.query("INSERT INTO catalogue.providers (id, title) VALUES ($1, $2)", [id, `Studio ${id}`]);
  const numbers = Array.from({ length: gameCount }, (_, index) => index);
  const word = (list: readonly string[], index: number) => list[index % list.length] ?? "";
  const titles = numbers.map(
    n => `${word(firstWords, n)} ${word(lastWords, Math.floor(n / 15))} ${Math.floor(n / 225)}`,
  );
  const russianTitles = numbers.map(n => `${word(russian, Math.floor(n / 15))} ${n}`);
  await db.query(
    `INSERT INTO catalogue.games (id, kind, slug, provider_id, title, title_ru, title_kk, rtp, volatility, has_demo, added_at, search,
       categories, tags, stakes, players_7d)
     SELECT gen_random_uuid(), 'slots', 'game-' || n, provider, title, ru, ru, 9400 + n % 400, 1 + n % 5, true,
       now() - n * interval '1 hour', search, ARRAY[category], ARRAY['tag-' || n % 25, 'lines'], '{"EUR": ["0.10", "100"]}', n * 7919 % 1000
     FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) t (n, provider, title, ru, search, category)`,
    [
      numbers,
      numbers.map(n => word(providers, n)),
      titles,
      russianTitles,
      titles.map((title, n) => fold(`${title} ${russianTitles[n]} Studio ${word(providers, n)}`)),
      numbers.map(n => word(categories, n)),
    ],
  );
  await db.query("VACUUM ANALYZE catalogue.games");
}

async function measure(db: Db, seconds: number): Promise<readonly BenchRow[]> {
  const offer = { country: "KZ", currency: "EUR", profile: "base" };
  const context = { locale: "en", currency: "EUR", nowMs: Date.now(), isConnected: () => true } as const;
  const listed = createListedGames();
  const list = async (query: Parameters<typeof listGames>[2]) =>
    listGames(await listed(db), "slots", query, offer, context);
  const afterChange = async () => listGames(await createListedGames()(db), "slots", {}, offer, context);
  const next = (await list({})).next_cursor ?? "";
  const runs: Readonly<Record<string, () => Promise<unknown>>> = {
    "plain read by title": () =>
      db.query("SELECT * FROM catalogue.games WHERE kind = 'slots' ORDER BY title, id LIMIT 61"),
    "first part, after a change": afterChange,
    "first part, with counts": () => list({}),
    "next part": () => list({ cursor: next }),
    "provider, volatility and RTP": () => list({ provider: "provider-7", volatility: "3", rtp_min: "95" }),
    "category by RTP": () => list({ category: "books", sort: "rtp" }),
    "search, exact": () => list({ search: "golden harbour" }),
    "search with a typo": () => list({ search: "harbuor" }),
    "search in Cyrillic": () => list({ search: "гавань" }),
    "search of one letter": () => list({ search: "g" }),
  };
  const rows: BenchRow[] = [];
  for (const [name, run] of Object.entries(runs)) {
    for (let warm = 0; warm < 10; warm++) await run();
    const times: number[] = [];
    const end = performance.now() + (seconds * 1000) / Object.keys(runs).length;
    while (performance.now() < end || times.length < 50) {
      const began = performance.now();
      await run();
      times.push(performance.now() - began);
    }
    const sorted = Float64Array.from(times).sort();
    rows.push({
      what: name,
      calls: times.length,
      "p50 ms": round(percentile(sorted, 0.5)),
      "p95 ms": round(percentile(sorted, 0.95)),
    });
  }
  return rows;
}
