import { readDeclared } from "#tools/docs/declared.ts";
import { coverageFaults, coverageSummary, readTests } from "./coverage.ts";

/**
 * Says how much of the specification is shown by tests. Ends with 1 and says why when a row of assurance/coverage names a
 * test, an assertion or a call that does not exist. `npm run docs` prints docs/spec-coverage.md from the same rows.
 */
const faults = coverageFaults(await readTests(), await readDeclared());
for (const fault of faults) console.log(fault);
console.log(coverageSummary());
process.exit(faults.length > 0 ? 1 : 0);
