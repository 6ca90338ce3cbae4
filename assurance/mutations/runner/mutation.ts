import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../../..");

/** The parts of the product in which bugs are planted; each is a folder of assurance/mutations. */
export const areas = [
  "wallet",
  "settlement",
  "limits",
  "sessions",
  "webhooks",
  "approvals",
  "fairness",
  "accounts",
  "payments",
  "site",
  "providers",
  "studio",
] as const;

/** Tests of one file that must fail. */
export interface RedTests {
  readonly file: string;
  /** As they are written in the source: titles of `test.each` have their placeholders. */
  readonly titles: readonly string[];
}

/** A planted bug. */
export interface Mutation {
  /** `area/name`. */
  readonly id: string;
  readonly area: string;
  /** Path of the patch from the root. */
  readonly patch: string;
  readonly bug: string;
  /** Its number in the list of traps.ts, where it is one of them. */
  readonly trap: number | undefined;
  readonly red: readonly RedTests[];
  /** Whether `npm test` may choose it: not with tests in several files or of the whole server, or where a race decides when they turn red. */
  readonly isSampled: boolean;
  /** The source files that the patch changes. */
  readonly changes: readonly string[];
}

/** Every mutation, in order of area and name. */
export function readMutations(): readonly Mutation[] {
  return globSync("assurance/mutations/*/*.patch", { cwd: root })
    .sort()
    .map(patch => parseMutation(patch, readFileSync(join(root, patch), "utf8")));
}

export function parseMutation(patch: string, text: string): Mutation {
  const [, area = "", name = ""] = /([^/]+)\/([^/]+)\.patch$/.exec(patch) ?? [];
  const [header = ""] = text.split(/^diff --git /m);
  const lines = header.split("\n");
  const field = (label: string) => lines.find(line => line.startsWith(`${label}: `))?.slice(label.length + 2) ?? "";
  return {
    id: `${area}/${name}`,
    area,
    patch,
    bug: field("Bug"),
    trap: field("Trap") === "" ? undefined : Number(field("Trap")),
    red: redTests(lines),
    isSampled: field("Sample") !== "no",
    changes: [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = ""]) => file),
  };
}

function redTests(lines: readonly string[]): readonly RedTests[] {
  const found: { file: string; titles: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("Red: ")) found.push({ file: line.slice("Red: ".length).trim(), titles: [] });
    else if (/^\s+\S/.test(line)) found.at(-1)?.titles.push(line.trim());
  }
  return found;
}

/** Those that are named by area or by `area/name`; all where nothing is named. */
export function selectMutations(all: readonly Mutation[], names: readonly string[]): readonly Mutation[] {
  return names.length === 0 ? all : all.filter(({ id, area }) => names.includes(id) || names.includes(area));
}

/** So many of them, the same ones for the same seed. */
export function chooseMutations(all: readonly Mutation[], count: number, seed: string): readonly Mutation[] {
  const rank = ({ id }: Mutation) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  const ranked = all.map(mutation => ({ mutation, rank: rank(mutation) }));
  return ranked
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutation }) => mutation);
}
