import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { coverageSummary } from "#assurance/coverage/coverage.ts";
import { runSample } from "#assurance/mutations/runner/sample.ts";
import { sweepTestFolders, testFolder } from "#kit/testing/test-folder.ts";
import { changedAgainst, changedFolders } from "./test/changed.ts";
import { runProject, runStatic } from "./test/checks.ts";
import { findPrograms } from "./test/programs.ts";
import type { Sum } from "./test/report.ts";

/**
 * `npm test`: everything, or `--only=static,unit,integration,mutations,browser`. `--changed` (or `--changed=<commit>`) runs the
 * static checks, the checks of the code, and the unit and integration tests of what has changed since that commit. The last line is the
 * sum.
 */
const parts = ["static", "unit", "integration", "mutations", "browser"] as const;
type Part = (typeof parts)[number];

const option = (name: string) =>
  process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const isChangedOnly = process.argv.some(argument => /^--changed(=|$)/.test(argument));
const asked = option("only")?.split(",");
const unknown = asked?.find(name => !parts.some(part => part === name));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}": --only= accepts ${parts.join(", ")}.`);
  process.exit(1);
}
const usual: readonly Part[] = isChangedOnly ? ["static", "unit", "integration"] : parts;
const wanted = usual.filter(part => asked?.includes(part) ?? true);
const since = isChangedOnly ? changedAgainst(option("changed")) : undefined;

const runs = "fairhouse-run-";
const base = testFolder();
await sweepTestFolders(base, runs);
/** Everything that the tests write beside the checkout. PostgreSQL's user looks into it. */
const folder = mkdtempSync(join(base, `${runs}${process.pid}-`));
chmodSync(folder, 0o755);
process.env.TMPDIR = folder;

const began = performance.now();
let total: Sum = { passed: 0, failed: 0, skipped: 0 };
const needsPrograms = wanted.some(part => part === "browser" || (part === "unit" && !isChangedOnly));
const programs = needsPrograms ? findPrograms() : { chromium: undefined, missing: [] };
for (const sentence of programs.missing) console.error(sentence);
const environment = { ...process.env, ...(programs.chromium ? { CHROMIUM_PATH: programs.chromium } : {}) };

function run(part: Part): Promise<Sum> {
  if (part === "static") return runStatic();
  if (part === "mutations") return runSample();
  return since === undefined ? runProject(part, environment) : runChanged(part, since);
}

/**
 * Unit tests by what they import, and the checks of the code in any case, which read files and import none. Integration tests only of
 * the folders that have changed: those of the whole server import nearly everything.
 */
async function runChanged(part: Part, since: string): Promise<Sum> {
  if (part === "unit") {
    const changed = await runProject(part, environment, { since });
    return add(changed, await runProject(part, environment, { folders: ["assurance/checks/"] }));
  }
  const folders = changedFolders(since);
  if (folders.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  console.log(`Only of ${folders.join(", ")}: \`npm test\` runs the others.`);
  return runProject(part, environment, { since, folders });
}

function add(one: Sum, other: Sum): Sum {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

for (const part of wanted) {
  console.log(`\n${part}`);
  const sum = await run(part);
  total = add(total, sum);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${part}: ${sum.passed} passed, ${sum.failed} failed (${seconds} s since the start)`);
}

if (!isChangedOnly) console.log(`\nspecification: ${coverageSummary()}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
// What is still being written is swept by the next run.
await rm(folder, { recursive: true, force: true }).catch(() => undefined);
process.exit(total.failed > 0 ? 1 : 0);
