import { runProject, runStatic, type Sum } from "./test/checks.ts";
import { findPrograms } from "./test/programs.ts";

/** `npm test`: everything there is, or `--only=static,unit,integration,browser`. The last line is the sum. */
const parts = ["static", "unit", "integration", "browser"] as const;
const asked = process.argv
  .find(argument => argument.startsWith("--only="))
  ?.slice("--only=".length)
  .split(",");
const unknown = asked?.find(name => !parts.some(part => part === name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": --only= takes ${parts.join(", ")}.`);
  process.exit(1);
}
const wanted = parts.filter(part => asked?.includes(part) ?? true);

const began = performance.now();
let total: Sum = { passed: 0, failed: 0, skipped: 0 };
const programs = wanted.some(part => part !== "static") ? findPrograms() : { chromium: undefined, missing: [] };
for (const sentence of programs.missing) console.error(sentence);
const environment = { ...process.env, ...(programs.chromium ? { CHROMIUM_PATH: programs.chromium } : {}) };

for (const part of wanted) {
  console.log(`\n${part}`);
  const sum = part === "static" ? await runStatic() : await runProject(part, environment);
  total = {
    passed: total.passed + sum.passed,
    failed: total.failed + sum.failed,
    skipped: total.skipped + sum.skipped,
  };
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${part}: ${sum.passed} passed, ${sum.failed} failed (${seconds} s since the start)`);
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 ? 1 : 0);
