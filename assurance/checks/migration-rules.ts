/**
 * What a migration may do while the previous version runs on the same tables. The rules are those of squawk that matter here; a table that the file
 * itself creates may be changed in any way.
 */

interface Rule {
  readonly says: string;
  /** Whether a statement breaks it. */
  readonly isBroken: (statement: string) => boolean;
}

const of = (pattern: RegExp) => (statement: string) => pattern.test(statement);

const always: readonly Rule[] = [
  {
    says: "creates an index on a table in use without CONCURRENTLY",
    isBroken: of(/^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i),
  },
  {
    says: "adds a constraint that reads the whole table: add it NOT VALID, and validate it in a file of its own",
    isBroken: statement =>
      /ADD (CONSTRAINT \S+ )?(CHECK|FOREIGN KEY)/i.test(statement) && !/NOT VALID/i.test(statement),
  },
  {
    says: "rewrites the table",
    isBroken: of(/ALTER (COLUMN )?\S+ (SET DATA )?TYPE|SET TABLESPACE|^(VACUUM FULL|CLUSTER)\b/i),
  },
  {
    says: "adds a column whose default is computed for each row",
    isBroken: of(/ADD (COLUMN )?[^,]* DEFAULT (gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b/i),
  },
  { says: "locks a table", isBroken: of(/^LOCK\b/i) },
];

/** What the previous version would not survive. */
const ofExpand: readonly Rule[] = [
  { says: "drops what the previous version may read", isBroken: of(/^DROP (?!INDEX|TRIGGER)|DROP COLUMN/i) },
  { says: "renames what the previous version reads", isBroken: of(/\bRENAME\b/i) },
  {
    says: "requires a column that the previous version does not write",
    isBroken: statement =>
      /SET NOT NULL/i.test(statement) ||
      statement
        .split(/,(?![^(]*\))/)
        .some(part => /ADD (COLUMN )?\S+ /i.test(part) && /NOT NULL/i.test(part) && !/DEFAULT|NOT VALID/i.test(part)),
  },
  { says: "removes rows or tables' contents", isBroken: of(/^(TRUNCATE|DELETE)\b/i) },
  {
    says: "adds a unique constraint to a table in use",
    isBroken: of(/ADD (CONSTRAINT \S+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)(?! USING INDEX)/i),
  },
];

/** The statements of a file without comments, texts and line breaks. */
export function statementsOf(sql: string): readonly string[] {
  return sql
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "$$$$")
    .replaceAll(/\/\*[\s\S]*?\*\/|--.*$|'(?:[^']|'')*'/gm, text => (text.startsWith("'") ? "''" : " "))
    .split(";")
    .map(statement => statement.replaceAll(/\s+/g, " ").trim())
    .filter(statement => statement !== "");
}

const target =
  /^(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|CREATE (?:UNIQUE )?INDEX (?:.*? )?ON (?:ONLY )?|DELETE FROM |TRUNCATE (?:TABLE )?)([\w.]+)/i;
const created = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i;
const bare = (name: string | undefined) => name?.replace(/^.*\./, "");

/** Sentences about what a file does that it must not; empty for a file without a phase. */
export function brokenRules(phase: "expand" | "contract" | undefined, sql: string): readonly string[] {
  if (phase === undefined) return [];
  const statements = statementsOf(sql);
  const own = new Set(
    statements.map(statement => bare(created.exec(statement)?.[1])).filter(name => name !== undefined),
  );
  const rules = phase === "expand" ? [...always, ...ofExpand] : always;
  return statements
    .filter(statement => !own.has(bare(target.exec(statement)?.[1]) ?? ""))
    .flatMap(statement => rules.filter(rule => rule.isBroken(statement)).map(({ says }) => `${says}: ${statement}`));
}
