import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

const root = join(import.meta.dirname, "../../..");

export const slotFolder = (slug: string): string => `studio/slots/${slug}`;
export const pagePath = (slug: string): string => `docs/slots/${slug}.md`;
export const proofPath = (slug: string): string => `${slotFolder(slug)}/proof.json`;
export const rulesPath = (slug: string): string => `${slotFolder(slug)}/rules.md`;
export const inProject = (path: string): string => join(root, path);

/** The files of the studio that a game's maths and its proof consist of, sorted. What kit/fair draws is held by golden rounds. */
export function mathsFiles(slug: string): readonly string[] {
  const found = new Set([`${slotFolder(slug)}/game.ts`, `${slotFolder(slug)}/proof.ts`]);
  for (const path of found) {
    const text = readFileSync(inProject(path), "utf8");
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export)[^;]*?from "([#.][^"]+)";/gm)) {
      const target = specifier.startsWith("#") ? specifier.slice(1) : posix.join(posix.dirname(path), specifier);
      if (/^studio\//.test(target)) found.add(target);
    }
  }
  return [...found].sort();
}

/** Hash of the game's data, its functions, the engine's and the proof's: a stored proof holds for exactly this. */
export function mathsHash(slug: string): string {
  const hash = createHash("sha256");
  for (const path of mathsFiles(slug))
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(inProject(path)))
      .update("\0");
  return hash.digest("hex");
}
