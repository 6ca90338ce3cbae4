import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readMigrations } from "#kit/db/migrate.ts";
import { brokenRules } from "./migration-rules.ts";
import { root } from "./source.ts";

/** Files with lower numbers are from before phases: code and data of one version only. */
const firstWithPhase = 805;

test("each new migration names its phase and does nothing that the other version cannot live with", async () => {
  const folders = new Set(globSync("{kit,modules,studio}/**/migrations/*.sql", { cwd: root }).map(dirname));
  const found: string[] = [];
  for (const folder of folders)
    for (const { file, number, phase, sql } of await readMigrations({ module: "any", folder: join(root, folder) })) {
      if (number >= firstWithPhase && phase === undefined) found.push(`${folder}/${file} names no phase`);
      found.push(...brokenRules(phase, sql).map(sentence => `${folder}/${file} ${sentence}`));
    }
  expect(found).toEqual([]);
});

const refused = [
  ["expand", "ALTER TABLE wallet.bets DROP COLUMN seq"],
  ["expand", "DROP TABLE wallet.limits"],
  ["expand", "ALTER TABLE wallet.bets RENAME COLUMN seq TO number"],
  ["expand", "ALTER TABLE wallet.bets ADD COLUMN kind int NOT NULL"],
  ["expand", "ALTER TABLE wallet.bets ADD COLUMN a int, ADD COLUMN b numeric(4, 2) NOT NULL"],
  ["expand", "ALTER TABLE wallet.bets ALTER COLUMN seq SET NOT NULL"],
  ["expand", "ALTER TABLE wallet.bets ADD UNIQUE (seq)"],
  ["expand", "DELETE FROM wallet.holds"],
  ["contract", "CREATE INDEX ON wallet.bets (seq)"],
  ["contract", "ALTER TABLE wallet.bets ALTER COLUMN seq TYPE bigint"],
  ["contract", "ALTER TABLE wallet.bets ADD CHECK (seq > 0)"],
  ["contract", "ALTER TABLE wallet.bets ADD COLUMN id uuid DEFAULT gen_random_uuid()"],
  ["contract", "LOCK TABLE wallet.bets"],
] as const;

test.each(refused)("a file of phase %s may not: %s", (phase, sql) => {
  expect(brokenRules(phase, `-- Why.\n${sql};`)).toHaveLength(1);
});

const accepted = [
  "CREATE TABLE crash.notes (id uuid PRIMARY KEY, text text NOT NULL); CREATE INDEX ON crash.notes (text); ALTER TABLE crash.notes ADD CHECK (text <> '')",
  "ALTER TABLE wallet.bets ADD COLUMN kind int NOT NULL DEFAULT 0, ADD COLUMN note text",
  "ALTER TABLE wallet.bets ADD CONSTRAINT positive CHECK (seq > 0) NOT VALID",
  "CREATE INDEX CONCURRENTLY bets_seq ON wallet.bets (seq)",
  "ALTER TABLE wallet.bets DROP CONSTRAINT positive -- DROP COLUMN seq",
  "COMMENT ON TABLE wallet.bets IS 'RENAME; DROP TABLE wallet.bets'",
];

test.each(accepted)("a file of phase expand may: %s", sql => {
  expect(brokenRules("expand", sql)).toEqual([]);
});
