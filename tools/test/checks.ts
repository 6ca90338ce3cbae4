import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface Sum {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const root = join(import.meta.dirname, "../..");
const bin = (name: string) => join(root, "node_modules/.bin", name);

/** Formatting, lint and the types of the three environments; each is one test. */
export async function runStatic(): Promise<Sum> {
  const checks = [
    { name: "format and lint", command: bin("biome"), args: ["check", "--diagnostic-level=warn", "."] },
    ...["shared", "server", "browser"].map(part => ({
      name: `types of ${part} code`,
      command: bin("tsc"),
      args: ["-p", `tsconfig.${part}.json`],
    })),
  ];
  const results = await Promise.all(checks.map(check => capture(check.command, check.args)));
  for (const [index, { code, output }] of results.entries()) {
    console.log(`${code === 0 ? "  passed" : "  FAILED"}  ${checks[index]?.name}`);
    if (code !== 0) console.log(output);
  }
  const failed = results.filter(({ code }) => code !== 0).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}

/** Which part of a project to run; everything by default. */
export interface Selection {
  /** A commit: only tests that import, directly or not, a file changed since. */
  readonly since?: string;
  /** Only test files in these folders. */
  readonly folders?: readonly string[];
}

/** One project of vitest.config.ts, with its own output on the terminal. */
export async function runProject(
  project: string,
  environment: NodeJS.ProcessEnv,
  { since, folders = [] }: Selection = {},
): Promise<Sum> {
  const report = join(root, `node_modules/.test-${project}.json`);
  rmSync(report, { force: true });
  const reporters = ["dot", "json", join(import.meta.dirname, "second-attempts.ts")].map(name => `--reporter=${name}`);
  const args = ["run", "--project", project, ...reporters, `--outputFile.json=${report}`];
  if (since !== undefined) args.push(`--changed=${since}`, "--passWithNoTests");
  args.push(...folders);
  const code = await new Promise<number | null>(resolve => {
    const child = spawn(process.execPath, [bin("vitest"), ...args], { cwd: root, env: environment, stdio: "inherit" });
    child.once("error", () => resolve(1));
    child.once("exit", resolve);
  });
  const sum = readReport(report);
  // A run that was aborted before or outside its tests is a failure too.
  return code !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum;
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

function readReport(file: string): Sum {
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    // A file that could not even be loaded has no tests to count.
    const unloaded = report.testResults.filter(file => file.status === "failed" && file.assertionResults.length === 0);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function capture(command: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise(resolve => {
    const said: string[] = [];
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", data => said.push(String(data)));
    child.once("error", error => resolve({ code: 1, output: error.message }));
    child.once("close", code => resolve({ code, output: said.join("") }));
  });
}
