import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSources, root } from "./source.ts";

/** Reads that may go to a standby, as the code declares them: `{ name: "figures", tables: [...] }` of type OlderRead. */
function declared(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { path, text } of readSources()) {
    if (/\.test\.ts$/.test(path)) continue;
    for (const [, name = "", tables = ""] of text.matchAll(
      /: OlderRead = \{\s*name: "([a-z_]+)",\s*tables: \[([^\]]*)\]/g,
    ))
      found.set(name, [...tables.matchAll(/"([^"]+)"/g)].map(([, table = ""]) => table).sort());
  }
  return found;
}

/** Sessions, limits, exclusions, keys, balances, and whatever decides about money: a standby is behind. */
const never =
  /^(accounts|limits|operators|factors|fairness|ledger|payments|bonuses|betting|approvals|audit|providers|verification|harm|risk)\.|^wallet\.(?!game_days$|provider_round_days$)/;

test("no read that may be old is one of sessions, limits, exclusions, keys or balances", () => {
  const found = [...declared()].flatMap(([name, tables]) =>
    tables.filter(table => never.test(table)).map(table => `${name}: ${table}`),
  );
  expect(found).toEqual([]);
  for (const table of ["accounts.sessions", "wallet.wallets", "limits.exclusions", "fairness.seeds", "wallet.bets"])
    expect(never.test(table), table).toBe(true);
});

test("each use of a standby is declared, and docs/operations.md lists exactly these", () => {
  const uses = readSources().filter(
    ({ path, text }) => !/\.test\.ts$|^kit\/db\//.test(path) && text.includes("readOlder("),
  );
  const reads = declared();
  for (const { path, text } of uses)
    for (const [, read = ""] of text.matchAll(/readOlder\(\s*\w+,\s*(\w+),/g))
      expect(text, `${path}: ${read}`).toMatch(new RegExp(`${read}: OlderRead = \\{|import \\{[^}]*\\b${read}\\b`));
  const outside = readSources().filter(
    ({ path, text }) => /\breplica\b/.test(text) && /^(modules|apps)\//.test(path) && !/\.test\./.test(path),
  );
  expect(outside.map(({ path }) => path)).toEqual([
    "apps/server/system-host.ts",
    "modules/operations/server/figures/figure-rows.ts",
    "modules/operations/server/figures/read-figures.ts",
    "modules/operations/server/figures/read-now.ts",
    "modules/reporting/server/read-reports.ts",
  ]);
  const rows = readFileSync(join(root, "docs/operations.md"), "utf8").matchAll(
    /^\| `([a-z_]+)` \| [^|]+ \| ((?:`[a-z_.0-9]+`(?:, )?)+) \|$/gm,
  );
  const listed = [...rows].map(
    ([, name = "", tables = ""]) => [name, tables.replaceAll("`", "").split(", ").sort()] as const,
  );
  expect(new Map(listed)).toEqual(reads);
});
