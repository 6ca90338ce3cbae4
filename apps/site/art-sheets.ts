import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import { invariant } from "#kit/std/invariant.ts";
import { menuGames } from "#modules/games/printed/menu.ts";

const repo = path.resolve(import.meta.dirname, "../..");

/** The pictures of each sheet, by the name each has there. */
const sheets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  games: Object.fromEntries(menuGames.map(({ game }) => [game, `modules/games/${game}/web/tile.svg`])),
  hero: { band: "kit/ui/art/band.svg", wheel: "kit/ui/art/wheel.svg" },
};
const prefix = "virtual:art/";

/**
 * Pictures that a page shows together, as one file: the module `virtual:art/<sheet>` is its address, `#<name>` after it one
 * picture.
 */
export function artSheets(): Plugin {
  let development = false;
  return {
    name: "art-sheets",
    configResolved: config => {
      development = config.command === "serve";
    },
    resolveId: id => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const { text, address } = await sheetNamed(id.slice(prefix.length + 1));
      if (!development && this.environment.name === "client")
        this.emitFile({ type: "asset", fileName: address.slice(1), source: text });
      return `export default ${JSON.stringify(address)};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/assets\/art-(\w+)-[\w-]+\.svg$/.exec(request.url ?? "")?.[1];
        if (name === undefined) return next();
        sheetNamed(name).then(({ text }) => response.setHeader("content-type", "image/svg+xml").end(text), next);
      });
    },
  };
}

async function sheetNamed(name: string): Promise<{ readonly text: string; readonly address: string }> {
  const sheet = sheets[name];
  invariant(sheet, `there is no sheet ${name}`);
  const pictures = await Promise.all(
    Object.entries(sheet).map(async ([id, file]) => [id, await readFile(path.join(repo, file), "utf8")] as const),
  );
  const text = sheetOf(new Map(pictures));
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return { text, address: `/assets/art-${name}-${hash}.svg` };
}

/** Pictures one below the other, each with a view of its name. */
export function sheetOf(pictures: ReadonlyMap<string, string>): string {
  const ids = [...pictures].flatMap(([name, text]) => [
    name,
    ...Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id),
  ]);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  invariant(twice === undefined, `the id ${twice} is used twice: a picture would be drawn with another one's shape`);
  let top = 0;
  const parts = [...pictures].map(([name, text]) => {
    const [head = "", box = "", width = "", height = ""] =
      /^<svg xmlns="[^"]+" viewBox="(-?\d+ -?\d+ (\d+) (\d+))"/.exec(text) ?? [];
    invariant(head !== "", `${name} does not begin with its viewBox`);
    const placed = `<svg y="${top}" width="${width}" height="${height}" viewBox="${box}"${text.trim().slice(head.length)}`;
    const view = `<view id="${name}" viewBox="0 ${top} ${width} ${height}"/>`;
    top += Number(height);
    return view + placed;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${parts.join("")}</svg>`;
}
