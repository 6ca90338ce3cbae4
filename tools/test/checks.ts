import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { failedFiles, passedNow, readReport, type Sum, sumOf, withSecondAttempt } from "./report.ts";
import { mayRunAgain } from "./second-attempt-files.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string) => join(root, "node_modules/.bin", name);

/** Formatting, lint and the types of the three environments; each is one test. */
export async function runStatic(): Promise<Sum> {
  const checks = [
    { name: "format and lint", command: bin("biome"), args: ["check", "--diagnostic-level=warn", "."] },
    ...["shared", "server", "browser"].map(part => ({
      name: `types of ${part} code`,
      command: bin("tsc"),
      // Several checkers of one program repeat part of their work: the three programs share the processors instead.
      args: ["-p", `tsconfig.${part}.json`, "--singleThreaded"],
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
  const args = since === undefined ? folders : [`--changed=${since}`, "--passWithNoTests", ...folders];
  const { code, report } = await runVitest(project, project, environment, args);
  const sum = sumOf(report);
  // A run that was aborted before or outside its tests is a failure too.
  if (code !== 0 && sum.failed === 0) return Object.assign({}, sum, { failed: 1 });
  const failed = failedFiles(report, root);
  if (project !== "integration" || !report || !mayRunAgain(failed)) return sum;
  console.log(`second attempt: ${failed.join(", ")}`);
  const again = await runVitest(project, `${project}-again`, environment, failed);
  if (!again.report || (again.code !== 0 && sumOf(again.report).failed === 0)) return sum;
  for (const name of passedNow(report, again.report, root)) console.log(`passed at the second attempt: ${name}`);
  return withSecondAttempt(report, again.report);
}

async function runVitest(project: string, name: string, environment: NodeJS.ProcessEnv, more: readonly string[]) {
  const file = join(root, `node_modules/.test-${name}.json`);
  rmSync(file, { force: true });
  const reporters = ["dot", "json", join(import.meta.dirname, "second-attempts.ts")].map(each => `--reporter=${each}`);
  const args = ["run", "--project", project, ...reporters, `--outputFile.json=${file}`, ...more];
  const code = await new Promise<number | null>(resolve => {
    const child = spawn(process.execPath, [bin("vitest"), ...args], { cwd: root, env: environment, stdio: "inherit" });
    child.once("error", () => resolve(1));
    child.once("exit", resolve);
  });
  return { code, report: readReport(file) };
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
