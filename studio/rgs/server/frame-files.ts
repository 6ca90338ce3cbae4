import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { required } from "#kit/std/invariant.ts";
import type { FrameManifest } from "#studio/frame/build/build-frame.ts";
import { slots } from "#studio/slots/registry.ts";
import { tables } from "#studio/tables/registry.ts";
import type { PublishedTable } from "#studio/tables/server/tables.ts";
import type { FrameFile, FrameFiles } from "./frame-pages.ts";
import type { PublishedGame } from "./games.ts";

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Runs before anything is loaded: from then on the launch token is in no address. */
export const takeLaunch =
  'window.fwpLaunch=(/[#&]launch=([\\w-]+)/.exec(location.hash)||[])[1];history.replaceState(null,"",location.pathname+location.search)';

/** Reads the built folder: the files of the frame, and every game with its verifier module. */
export async function readBuiltFrame(folder: string): Promise<{
  readonly files: FrameFiles;
  readonly games: readonly PublishedGame[];
  readonly tables: readonly PublishedTable[];
}> {
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as FrameManifest;
  const names = (await readdir(join(folder, "assets"))).filter(name => !name.endsWith(".gz"));
  const files = new Map<string, FrameFile>(
    await Promise.all(
      names.map(async name => [`assets/${name}`, await readAsset(join(folder, "assets", name))] as const),
    ),
  );
  const games = await Promise.all(
    slots.map(async game => {
      const built = required(manifest.games[game.slug], `${game.slug} is not built`);
      const { maths, tile, scene, logo, symbols, features, par, payouts } = built;
      const drawn = Object.fromEntries(Object.entries(symbols).map(([name, file]) => [name, `/${file}`]));
      const module = await readFile(join(folder, `maths/${maths}.js`), "utf8");
      const art = { tile: `/${tile}`, scene: `/${scene}`, logo: `/${logo}` };
      return {
        game,
        maths,
        module,
        art,
        ...(payouts && { payouts }),
        page: { features, symbols: drawn, par: par && `/${par}` },
      };
    }),
  );
  const live = await Promise.all(
    tables.map(async game => {
      const { maths, scene } = required(manifest.tables.games[game.slug], `${game.slug} is not built`);
      const module = await readFile(join(folder, `maths/${maths}.js`), "utf8");
      return { game, maths, module, art: { scene: `/${scene}` } };
    }),
  );
  return {
    tables: live,
    files: { file: path => files.get(path), page: slug => page(manifest, slug), inline: [takeLaunch] },
    games,
  };
}

async function readAsset(path: string): Promise<FrameFile> {
  const end = path.slice(path.lastIndexOf(".") + 1);
  return {
    type: types[end] ?? "application/octet-stream",
    body: await readFile(path),
    gzip: await readFile(`${path}.gz`).catch(() => undefined),
  };
}

function page(manifest: FrameManifest, slug: string): string | undefined {
  return manifest.tables.games[slug] ? tablePage(manifest, slug) : slotPage(manifest, slug);
}

function tablePage({ tables: { script, style } }: FrameManifest, slug: string): string {
  const { titles, folder } = required(
    tables.find(each => each.slug === slug),
    slug,
  );
  return `<!doctype html>
<html lang="en" data-game="${slug}" data-table="${folder}">
<head>
<meta charset="utf-8">
<script>${takeLaunch}</script>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>${titles.en}</title>
<link rel="stylesheet" href="/${style}">
<script type="module" src="/${script}"></script>
</head>
<body><div id="game"></div></body>
</html>
`;
}

function slotPage({ script, style, games }: FrameManifest, slug: string): string | undefined {
  const game = games[slug];
  if (!game) return undefined;
  const title = required(
    slots.find(each => each.slug === slug),
    slug,
  ).titles.en;
  return `<!doctype html>
<html lang="en" data-game="${slug}" data-data="/${game.data}" data-scene="/${game.scene}" data-logo="/${game.logo}">
<head>
<meta charset="utf-8">
<script>${takeLaunch}</script>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>${title}</title>
<link rel="stylesheet" href="/${style}">
<link rel="preload" as="fetch" crossorigin href="/${game.data}">
<script type="module" src="/${script}"></script>
</head>
<body><div id="game"></div></body>
</html>
`;
}
