import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { slots } from "#studio/slots/registry.ts";
import { composeTile } from "./compose-tile.ts";

const folder = join(import.meta.dirname, "../../slots");

/** Names that a drawing defines, and names that it uses. */
function namesOf(drawing: string) {
  const all = (pattern: RegExp) => [...drawing.matchAll(pattern)].map(([, name]) => name);
  return { defined: all(/\bid="([^"]+)"/g), used: all(/(?:url\(#|href="#)([^)"]+)/g) };
}

test.each(slots.map(({ slug }) => slug))(
  "the tile of %s has its hero over its scene, and every name in it is defined once",
  async slug => {
    const { theme } = (await import(join(folder, slug, "theme.ts"))) as { theme: { hero: string } };
    const read = (path: string) => readFile(join(folder, slug, "art", path), "utf8");
    const [scene, symbol] = await Promise.all([read("scene.svg"), read(`symbols/${theme.hero}.svg`)]);
    const { defined, used } = namesOf(composeTile(scene, symbol));
    expect(new Set(defined).size).toBe(defined.length);
    expect(defined.length).toBe(namesOf(scene).defined.length + namesOf(symbol).defined.length);
    expect(used.filter(name => !defined.includes(name))).toEqual([]);
  },
);
