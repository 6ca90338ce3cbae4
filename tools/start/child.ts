import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";

export interface ChildOptions {
  /** The name in messages: `server`. */
  readonly name: string;
  /** A script of this project, as an absolute path. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** File for its output; the terminal when not given. */
  readonly log?: string;
}

export interface Child {
  readonly pid: number | undefined;
  /** Resolves with a message when it has ended, for any reason. */
  readonly ended: Promise<string>;
  /** Sends it a message over the channel; nothing happens when it has ended. */
  send(message: object): void;
  /** Terminates it and waits; kills it after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

const logLimit = 20_000_000;

/** Starts a script of this project under this Node, detached from the terminal's Ctrl-C: the launcher ends the children in order. */
export function startChild(options: ChildOptions): Child {
  const log = options.log ? openLog(options.log) : undefined;
  const output = log?.descriptor ?? "inherit";
  const follow = join(import.meta.dirname, "follow-parent.mjs");
  const child = spawn(process.execPath, ["--import", follow, options.script, ...(options.args ?? [])], {
    detached: true,
    stdio: ["ignore", output, output, "ipc"],
    env: options.environment,
  });
  if (log) closeSync(log.descriptor);
  const ended = new Promise<string>(resolve => {
    child.once("error", error => resolve(`The ${options.name} could not be started: ${error.message}.`));
    child.once("exit", (code, signal) => {
      const last = options.log && code !== 0 ? lastWords(options.log, log?.before ?? 0) : "";
      resolve(`The ${options.name} ended (${signal ?? `exit code ${code}`})${last}`);
    });
  });
  return {
    pid: child.pid,
    ended,
    send: message => child.send(message, () => undefined),
    stop: graceMs => stopChild(child, ended, graceMs),
  };
}

async function stopChild(child: ChildProcess, ended: Promise<string>, graceMs = 60_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(timer);
}

function openLog(file: string): { descriptor: number; before: number } {
  const descriptor = openSync(file, "a", 0o600);
  if (fstatSync(descriptor).size > logLimit) ftruncateSync(descriptor);
  return { descriptor, before: fstatSync(descriptor).size };
}

/** Its last error message, and the path of the full log. */
function lastWords(file: string, before: number): string {
  const said = readFileSync(file).subarray(before).toString("utf8").trim().split("\n");
  const complaint = said.findLast(line => /"level":"?(error|fatal|50|60)|Error|:.*not right/.test(line)) ?? said.at(-1);
  return complaint ? `: ${readable(complaint)}\n  Its log is ${file}` : `; its log is ${file}.`;
}

function readable(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [entry.msg, entry.err?.message].filter(Boolean).join(": ") || line;
  } catch {
    return line.slice(0, 400);
  }
}

/** Only for a child that hangs: one that fails ends, and on a busy machine it may take minutes to be ready. */
const hungMs = 180_000;

/** Waits until `ready` returns true; throws the child's last error when it ends before that. */
export async function untilReady(child: Child, what: string, ready: () => Promise<boolean>, limitMs = hungMs) {
  let ended: string | undefined;
  void child.ended.then(sentence => {
    ended = sentence;
  });
  for (const deadline = Date.now() + limitMs; !(await ready()); ) {
    if (ended !== undefined) throw new StartFailure(ended);
    if (Date.now() > deadline) throw new StartFailure(`The ${what} wasn't ready within ${limitMs / 1000} s.`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}
