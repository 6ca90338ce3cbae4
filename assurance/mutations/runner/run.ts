import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startTestServer } from "#kit/testing/global-setup.ts";
import { type Copy, copyCheckout } from "./copy.ts";
import { type Judgement, judge, notGreen, type Report, titlePattern } from "./judge.ts";
import { type Mutation, type RedTests, root } from "./mutation.ts";

export interface Outcome extends Judgement {
  readonly mutation: Mutation;
  readonly seconds: number;
}

export interface RunOptions {
  /** Copies of the checkout that work beside each other. */
  readonly atOnce: number;
  /** Whether the named tests are run once without any bug first. */
  readonly isBaselineChecked: boolean;
  /** Nothing is begun after so long, and what runs is ended. */
  readonly mostMs?: number;
  /** Called with each result as it is there. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Runs the tests of each mutation against a patched copy. Throws when the tests fail without any bug. */
export async function runMutations(all: readonly Mutation[], options: RunOptions): Promise<readonly Outcome[]> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), options.mostMs ?? 2 ** 31 - 1);
  const database = all.some(mutation => mutation.red.some(isIntegration)) ? await startTestServer() : undefined;
  const copies = Array.from({ length: Math.min(options.atOnce, all.length) }, copyCheckout);
  const environment = { ...process.env, ...(database && { FAIRHOUSE_TEST_DATABASE: database.url }) };
  const context = { environment, signal: ending.signal };
  try {
    if (options.isBaselineChecked) await requireGreen(all, { ...context, folder: copies[0]?.folder ?? root });
    const waiting = [...all];
    const outcomes = new Map<Mutation, Outcome>();
    const work = async (copy: Copy) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const outcome = await tryAgain(() => tryOne(next, copy, context));
        outcomes.set(next, outcome);
        options.onOutcome(outcome);
      }
    };
    await Promise.all(copies.map(work));
    return all.flatMap(mutation => outcomes.get(mutation) ?? []);
  } finally {
    clearTimeout(timer);
    for (const copy of copies) copy.remove();
    await database?.stop();
  }
}

/** A second attempt where the first did not kill the mutation: on a busy machine a test can run into a timeout. */
export async function tryAgain(attempt: () => Promise<Outcome>): Promise<Outcome> {
  const first = await attempt();
  if (first.verdict !== "survived" && first.verdict !== "broken") return first;
  const second = await attempt();
  const seconds = first.seconds + second.seconds;
  if (second.verdict !== "not run") return { ...second, seconds };
  return {
    ...second,
    seconds,
    because: `${first.verdict} once (${first.because}), and no time was left for another attempt`,
  };
}

interface RunContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

async function tryOne(mutation: Mutation, copy: Copy, context: RunContext): Promise<Outcome> {
  const began = performance.now();
  const outcome = (judgement: Judgement) => ({ mutation, seconds: (performance.now() - began) / 1000, ...judgement });
  if (context.signal.aborted) return outcome({ verdict: "not run", because: "the time was over" });
  const refusal = copy.apply(mutation);
  if (refusal) return outcome({ verdict: "does not apply", because: refusal });
  try {
    const report = await runTests(mutation.red, { ...context, folder: copy.folder });
    if (context.signal.aborted) return outcome({ verdict: "not run", because: "the time was over" });
    return outcome(report ? judge(mutation, report) : { verdict: "broken", because: "the tests left no report" });
  } finally {
    copy.restore(mutation);
  }
}

async function requireGreen(all: readonly Mutation[], context: RunContext & { folder: string }): Promise<void> {
  const titles = new Map<string, Set<string>>();
  for (const { file, titles: named } of all.flatMap(({ red }) => red))
    titles.set(file, new Set([...(titles.get(file) ?? []), ...named]));
  const red = [...titles].map(([file, named]) => ({ file, titles: [...named] }));
  const report = await runTests(red, context);
  const faults = report ? notGreen(red, report) : ["The tests left no report."];
  if (faults.length > 0) throw new Error(`These tests do not pass without any bug:\n${faults.join("\n")}`);
}

const isIntegration = ({ file }: Pick<RedTests, "file">) => file.endsWith(".it.test.ts");
/** Each run of a browser story builds the copy's site. */
const isBrowser = ({ file }: Pick<RedTests, "file">) => file.endsWith(".e2e.test.ts");

/** Runs the named tests, project by project. */
async function runTests(
  red: readonly RedTests[],
  context: RunContext & { folder: string },
): Promise<Report | undefined> {
  const parts = [
    { project: "unit", red: red.filter(each => !isIntegration(each) && !isBrowser(each)) },
    { project: "integration", red: red.filter(isIntegration) },
    { project: "browser", red: red.filter(isBrowser) },
  ].filter(part => part.red.length > 0);
  const reports: Report[] = [];
  for (const part of parts) {
    const report = await runProject(part, context);
    if (!report) return undefined;
    reports.push(report);
  }
  return { testResults: reports.flatMap(({ testResults }) => testResults) };
}

async function runProject(
  { project, red }: { project: string; red: readonly RedTests[] },
  { folder, environment, signal }: RunContext & { folder: string },
): Promise<Report | undefined> {
  const file = join(folder, ".mutation-report.json");
  rmSync(file, { force: true });
  const titles = red.flatMap(each => each.titles).map(titlePattern);
  const args = [
    "run",
    "--project",
    project,
    "--reporter=json",
    `--outputFile.json=${file}`,
    "--no-cache",
    `--fsModuleCachePath=${join(folder, ".vitest-cache")}`,
    "--testNamePattern",
    `(${titles.join("|")})$`,
    ...red.map(each => each.file),
  ];
  await new Promise<void>(resolve => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: folder,
      env: environment,
      stdio: "ignore",
      signal,
    });
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}
