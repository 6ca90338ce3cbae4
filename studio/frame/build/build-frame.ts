import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { required } from "#kit/std/invariant.ts";
import { buildTableVerifier, buildVerifier } from "#studio/engine/build/verifier.ts";
import { parPage } from "#studio/engine/par/page.ts";
import type { Payout } from "#studio/engine/par/payouts.ts";
import { publishedProof, readRules } from "#studio/engine/par/stored.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";
import type { Feature } from "#studio/frame/shared/feature.ts";
import { gameData } from "#studio/frame/shared/game-data.ts";
import type { Theme } from "#studio/frame/shared/theme.ts";
import { featuresOf } from "#studio/slots/features-of.ts";
import { slots } from "#studio/slots/registry.ts";
import { tables } from "#studio/tables/registry.ts";
import type { TableGame } from "#studio/tables/shared/table-game.ts";
import { composeTile } from "./compose-tile.ts";
import { parDocument } from "./par-document.ts";

/** What the server finds in the built folder: names of files that carry their hashes. */
export interface FrameManifest {
  readonly script: string;
  readonly style: string;
  readonly games: Readonly<
    Record<
      string,
      {
        readonly data: string;
        readonly tile: string;
        readonly scene: string;
        readonly logo: string;
        /** Pictures by the name of the symbol. */
        readonly symbols: Readonly<Record<string, string>>;
        readonly features: readonly Feature[];
        /** The PAR sheet; null until the game is proven. */
        readonly par: string | null;
        /** Every payout of the base game, where there are few. */
        readonly payouts?: readonly Payout[];
        readonly maths: string;
      }
    >
  >;
  /** The client of live tables. */
  readonly tables: {
    readonly script: string;
    readonly style: string;
    readonly games: Readonly<Record<string, { readonly scene: string; readonly maths: string }>>;
  };
}

const studio = join(import.meta.dirname, "../..");

/** Builds the client, the data and art of every game, and the modules that verify their rounds. */
export async function buildFrame(folder: string): Promise<FrameManifest> {
  const target = resolve(folder);
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, "assets"), { recursive: true });
  await mkdir(join(target, "maths"), { recursive: true });
  const client = await buildClient(target, "frame/web");
  const tableClient = await buildClient(target, "tables/web");
  const games = await Promise.all(slots.map(async game => [game.slug, await buildGame(target, game)] as const));
  const built = await Promise.all(tables.map(async table => [table.slug, await buildTable(target, table)] as const));
  const manifest: FrameManifest = {
    script: client.script,
    style: client.style,
    games: Object.fromEntries(games),
    tables: { script: tableClient.script, style: tableClient.style, games: Object.fromEntries(built) },
  };
  await compress(join(target, "assets"));
  await writeFile(join(target, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}

async function buildClient(
  target: string,
  folder: string,
): Promise<{ readonly script: string; readonly style: string }> {
  const result = (await build({
    root: join(studio, folder),
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: target,
      emptyOutDir: false,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      rolldownOptions: { input: join(studio, folder, "main.ts") },
    },
  })) as Rolldown.RolldownOutput;
  // Other chunks are loaded by the first one.
  const entry = result.output.find(file => file.type === "chunk" && file.isEntry);
  const style = result.output.find(({ fileName }) => fileName.endsWith(".css"));
  return {
    script: required(entry, "the client has a script").fileName,
    style: required(style, "the client has a style").fileName,
  };
}

async function buildGame(target: string, game: SlotGame): Promise<FrameManifest["games"][string]> {
  const folder = join(studio, "slots", game.slug);
  const { theme } = (await import(pathToFileURL(join(folder, "theme.ts")).href)) as { theme: Theme };
  const names = (await readdir(join(folder, "art/symbols"))).filter(name => name.endsWith(".svg"));
  const drawn = await Promise.all(
    names.map(async name => [name.slice(0, -4), await readFile(join(folder, "art/symbols", name), "utf8")] as const),
  );
  const symbols = Object.fromEntries(drawn);
  const hero = required(symbols[theme.hero], `${game.slug}: art/symbols/${theme.hero}.svg, the hero of its tile,`);
  const features = await featuresOf(game.slug);
  const data = JSON.stringify(gameData(game, theme, features, symbols));
  const proof = publishedProof(game);
  const [scene, logo] = await Promise.all(
    ["scene", "logo"].map(name => readFile(join(folder, `art/${name}.svg`), "utf8")),
  );
  return {
    data: await keep(target, `${game.slug}.json`, data),
    tile: await keep(target, `${game.slug}-tile.svg`, composeTile(scene ?? "", hero)),
    scene: await keep(target, `${game.slug}-scene.svg`, scene ?? ""),
    logo: await keep(target, `${game.slug}-logo.svg`, logo ?? ""),
    symbols: await keepSymbols(target, game, symbols),
    features,
    ...(proof.payouts && { payouts: proof.payouts }),
    par: await keep(target, `${game.slug}-par.html`, parDocument(parPage(game, proof, readRules(game.slug)))),
    maths: await buildMaths(target, game),
  };
}

/** The drawings that pages of casinos show next to what a symbol pays. */
async function keepSymbols(
  target: string,
  { slug, symbols }: SlotGame,
  drawings: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const drawn = symbols.filter(({ name }) => drawings[name] !== undefined);
  const written = drawn.map(
    async ({ name }) => [name, await keep(target, `${slug}-${name}.svg`, drawings[name] ?? "")] as const,
  );
  return Object.fromEntries(await Promise.all(written));
}

async function buildTable(target: string, table: TableGame): Promise<FrameManifest["tables"]["games"][string]> {
  const { slug, folder } = table;
  const art = join(studio, "tables", folder, "art");
  const scene = await readFile(join(art, "scene.svg"), "utf8");
  const { maths, code } = await buildTableVerifier(table);
  await writeFile(join(target, `maths/${maths}.js`), code);
  return {
    scene: await keep(target, `${slug}-scene.svg`, scene),
    maths,
  };
}

/** Beside each file of text its gzip, so that the server has nothing to compute. */
async function compress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => !name.endsWith(".woff2"));
  await Promise.all(
    names.map(async name =>
      writeFile(join(folder, `${name}.gz`), gzipSync(await readFile(join(folder, name)), { level: 9 })),
    ),
  );
}

async function keep(target: string, name: string, text: string): Promise<string> {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 10);
  const file = `assets/${name.replace(/(\.[a-z]+)$/, `-${hash}$1`)}`;
  await writeFile(join(target, file), text);
  return file;
}

/** The module that verifies the game's rounds, named by its hash. */
async function buildMaths(target: string, game: SlotGame): Promise<string> {
  const { maths, code } = await buildVerifier(game);
  await writeFile(join(target, `maths/${maths}.js`), code);
  return maths;
}
