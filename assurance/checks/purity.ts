import { parseSync, Visitor } from "oxc-parser";
import { storedName } from "#kit/contract/manifest.ts";
import { schemaOf } from "#kit/db/migrate.ts";
import { isTest, type Manifests, moduleOf } from "./layers.ts";
import type { Source } from "./source.ts";

/** Code where time, chance and output come in as arguments. kit/host is where they come from. */
const guarded =
  /^modules\/.+\/(server|shared)\/|^kit\/(std|money|fair|contract|http|live|db|jobs|log)\/|^studio\/(engine\/(shared|proof)|slots|rgs\/server|frame\/shared)\/|^odds-sandbox\/(shared|model|server)\//;
/** What runs before there is a host (the launcher's PostgreSQL), and the browser's half of the live line. */
const exempt = /^kit\/db\/embedded\/|^kit\/live\/web\//;

const bannedCalls = new Set(["setTimeout", "setInterval", "parseFloat"]);
const bannedMembers = new Set(["Date.now", "Math.random", "Number.parseFloat"]);

/** Uses of the machine's clock, chance, timers, floats and console in code that must get them as arguments. */
export function impurities(source: Source): readonly string[] {
  const { path, text } = source;
  if (!guarded.test(path) || exempt.test(path) || isTest(path) || path.endsWith(".sql")) return [];
  const found: string[] = [];
  const complain = (what: string) =>
    found.push(`${path} uses ${what}: time, chance, timers and logs come from the host, and money is never a float`);
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type === "Identifier" && bannedCalls.has(callee.name)) complain(callee.name);
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === "Identifier" && callee.name === "Date" && given.length === 0) complain("new Date()");
    },
    MemberExpression({ object, property }) {
      if (object.type !== "Identifier" || property.type !== "Identifier") return;
      const name = `${object.name}.${property.name}`;
      if (bannedMembers.has(name) || object.name === "console") complain(name);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** Migrations in which a module takes over what was a table of another one. */
const takeovers: readonly string[] = [
  "modules/wallet/server/migrations/175-counters-in-the-purse.sql",
  "modules/wallet/server/migrations/212-leased-limits.sql",
  "modules/payments/server/migrations/412-debts-of-their-own.sql",
];

/**
 * SQL that names a table of another module. A module reads what it does not own through the functions of the owner; the
 * wallet's hot statement is put together from fragments that their owners export, so it names no foreign table itself.
 */
export function foreignTables(source: Source, manifests: Manifests): readonly string[] {
  const own = moduleOf(source.path, manifests);
  if (!own || isTest(source.path) || !/\/server\//.test(source.path) || takeovers.includes(source.path)) return [];
  const schemas = [...manifests.values()].filter(other => other !== own).map(other => schemaOf(storedName(other)));
  const pattern = /\b(?:from|join|into|update|table|only|references|using)\s+"?([a-z_]+)"?\."?([a-z_]+)/gi;
  return [...source.text.matchAll(pattern)]
    .filter(([, schema = ""]) => schemas.includes(schema.toLowerCase()))
    .map(([, schema, table]) => `${source.path} names ${schema}.${table}: only ${schema} may touch its tables`);
}
