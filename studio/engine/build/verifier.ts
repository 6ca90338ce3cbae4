import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { invariant } from "#kit/std/invariant.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";
import type { TableGame } from "#studio/tables/shared/table-game.ts";

/** The file that settles and verifies a game's rounds: one ES module without imports, named by its hash. */
export interface VerifierModule {
  readonly slug: string;
  /** SHA-256 of `code` in UTF-8: `maths` in manifests and records. */
  readonly maths: string;
  readonly code: string;
}

const root = join(import.meta.dirname, "../../..");
const entry = "virtual:verifier";

/** Builds a game's maths with the engine and the primitives into one module that exports `verify(record)` and `verdictOf(steps)`. */
export function buildVerifier({ slug }: Pick<SlotGame, "slug">): Promise<VerifierModule> {
  return buildModule(slug, entryText(slug));
}

/** Builds the verifier module of a live table. */
export function buildTableVerifier(table: Pick<TableGame, "slug" | "folder">): Promise<VerifierModule> {
  return buildModule(table.slug, tableEntryText(table));
}

async function buildModule(slug: string, text: string): Promise<VerifierModule> {
  const output = await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "silent",
    plugins: [
      {
        name: "verifier-entry",
        enforce: "pre",
        resolveId: id => (id === entry ? `\0${entry}` : null),
        load: id => (id === `\0${entry}` ? text : null),
      },
    ],
    build: {
      write: false,
      target: "es2023",
      minify: "oxc",
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", output: { format: "es" } },
    },
  });
  const [result] = [output].flat() as Rolldown.RolldownOutput[];
  const chunks = result?.output ?? [];
  const [chunk] = chunks;
  invariant(
    chunk?.type === "chunk" && chunks.length === 1 && chunk.imports.length === 0,
    `${slug} builds to one module`,
  );
  return { slug, maths: createHash("sha256").update(chunk.code).digest("hex"), code: chunk.code };
}

const camelCase = (slug: string) => slug.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** `games/seven-struck/game.ts` exports `sevenStruck`. */
function entryText(slug: string): string {
  const name = camelCase(slug);
  return [
    `import { ${name} } from "#studio/slots/${slug}/game.ts";`,
    `import { verdictOf, verifySpin } from "#studio/engine/shared/verify.ts";`,
    `export const slug = ${JSON.stringify(slug)};`,
    `export const verify = record => verifySpin(${name}, record);`,
    `export { verdictOf };`,
  ].join("\n");
}

/** `tables/roulette/game.ts` exports `meridianRoulette`. */
function tableEntryText({ slug, folder }: Pick<TableGame, "slug" | "folder">): string {
  return [
    `import { ${camelCase(slug)} } from "#studio/tables/${folder}/game.ts";`,
    `import { verifyTable } from "#studio/tables/shared/verify.ts";`,
    `import { verdictOf } from "#studio/tables/shared/verify-steps.ts";`,
    `export const slug = ${JSON.stringify(slug)};`,
    `export const verify = record => verifyTable(${camelCase(slug)}, record);`,
    `export { verdictOf };`,
  ].join("\n");
}
