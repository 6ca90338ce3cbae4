import type { GameFile } from "./copy-game.ts";
import type { Registration } from "./registrations.ts";

/** The slot that new ones are copied from. */
export const patternSlot = "seven-struck";

const slugPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** What is wrong with the name of a new slot; undefined when it is valid. */
export function slugFault(slug: string, taken: readonly string[]): string | undefined {
  if (!slugPattern.test(slug) || slug.length < 3 || slug.length > 40)
    return "A slot's name has 3 to 40 lowercase letters and digits, in words joined by hyphens, and begins with a letter.";
  return taken.includes(slug) ? `A slot named ${slug} already exists.` : undefined;
}

/** What is wrong with the name of a slot to remove; undefined when it can be. */
export function slugRemovalFault(slug: string, present: readonly string[]): string | undefined {
  if (slug === patternSlot) return `${patternSlot} can't be removed: new slots are copied from it.`;
  return present.includes(slug) ? undefined : `There is no slot named "${slug}".`;
}

const titleOf = (slug: string): string =>
  slug
    .split("-")
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
const camelOf = (slug: string): string => slug.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Replaces the names of the pattern with those of another slot. */
export function renameSlotTo(slug: string): (text: string) => string {
  return text =>
    text
      .replaceAll(patternSlot, slug)
      .replaceAll(patternSlot.replaceAll("-", "_"), slug.replaceAll("-", "_"))
      .replaceAll(camelOf(patternSlot), camelOf(slug));
}

/**
 * Copies the pattern under another name: maths, symbols and scene, with the title as plain text. The proof and golden rounds are not copied,
 * because the draws depend on the name.
 */
export function copySlot(files: readonly GameFile[], slug: string): GameFile[] {
  const rename = renameSlotTo(slug);
  const title = titleOf(slug);
  return files
    .filter(({ path }) => !/^(vectors|proof)\.json$/.test(path))
    .map(({ path, text }) => {
      if (path === "art/logo.svg") return { path, text: plainLogo(title) };
      const titled = text.replace(
        /titles: \{ en: "Seven Struck".*\}/,
        `titles: { en: "${title}", ru: "${title}", kk: "${title}" }`,
      );
      return { path, text: rename(titled) };
    });
}

const plainLogo = (title: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 148"><text x="380" y="104" font-size="88" font-weight="700" text-anchor="middle" fill="#e0ad4c">${title}</text></svg>\n`;

/** Registers a slot in the studio's list and its rules in the second verifier. */
export const slotRegistrations: readonly Registration[] = [
  { file: "studio/slots/registry.ts", patterns: [/^import \{ sevenStruck \} .*\n/m, /^ {2}sevenStruck,\n/m] },
  {
    file: "assurance/second-verifier/fairhouse_slots.py",
    patterns: [/^def seven_struck\([\s\S]*?\n\n\n/m, /^ {4}"seven-struck": seven_struck,\n/m],
  },
];

/** What the author has to decide and the compiler cannot report. */
export function nextSlotSteps(slug: string): string {
  const folder = `studio/slots/${slug}`;
  return [
    `${folder} is created and in the studio's list; it has the maths of ${patternSlot} until you change it. Next:`,
    `  1. ${folder}/game.ts, symbols.ts and proof.ts; how a round is played in rules.md, what sets it apart in features.ts; titles in three languages.`,
    `  2. npm run par ${slug} proves the figures, prints docs/slots/${slug}.md, and fails if they differ from the stated ones.`,
    `  3. Its own palette, frame, sounds and motion in theme.ts; art/scene.svg, art/logo.svg, art/symbols.`,
    "  4. The same rules in assurance/second-verifier/fairhouse_slots.py, written from the PAR sheet (its data: npm run docs).",
    `  5. rm ${folder}/vectors.json and npm run par ${slug} once its maths is final; a line in CHANGELOG.md; npm test`,
  ].join("\n");
}
