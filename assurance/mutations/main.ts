import { parseArgs } from "node:util";
import { areas, readMutations, selectMutations } from "./runner/mutation.ts";
import { type Outcome, runMutations } from "./runner/run.ts";

/**
 * `npm run mutations`: plants each bug of assurance/mutations in a copy of the checkout and expects its tests to fail.
 * Names of areas or mutations select; `--at-once=2` copies work beside each other. Exits with 1 when one is not killed.
 */
const { values, positionals } = parseArgs({
  options: { "at-once": { type: "string", default: "2" }, list: { type: "boolean", default: false } },
  allowPositionals: true,
});
const all = readMutations();
const unknown = positionals.find(name => selectMutations(all, [name]).length === 0);
if (unknown !== undefined) {
  console.error(`There is no mutation "${unknown}". Areas: ${areas.join(", ")}; --list prints all names.`);
  process.exit(1);
}
const selected = selectMutations(all, positionals);
if (values.list) {
  for (const { id, bug } of selected) console.log(`${id.padEnd(46)} ${bug}`);
  process.exit(0);
}

const print = ({ mutation, verdict, seconds, because }: Outcome) => {
  console.log(`${verdict.padEnd(14)} ${mutation.id.padEnd(46)} ${seconds.toFixed(0).padStart(3)} s  ${mutation.bug}`);
  if (because) console.log(`${" ".repeat(15)}${because}`);
};
console.log(`Checking that the tests of ${selected.length} mutations pass without them ...`);
const outcomes = await runMutations(selected, {
  atOnce: Number(values["at-once"]),
  isBaselineChecked: true,
  onOutcome: print,
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
const killed = outcomes.filter(({ verdict }) => verdict === "killed").length;
console.log(`\n${killed} of ${outcomes.length} mutations killed`);
process.exit(killed === outcomes.length ? 0 : 1);
