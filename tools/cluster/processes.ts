import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";

/** A program beside the nodes: the proxy, the bus. */
export interface Program {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

/** Starts it apart from the terminal's Ctrl-C, in the folder of the file that takes its output, and waits until its port answers. */
export async function startProgram(
  program: string,
  args: readonly string[],
  port: number,
  log: string,
): Promise<Program> {
  const output = openSync(log, "a");
  const child: ChildProcess = spawn(program, [...args], {
    cwd: dirname(log),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  let over = false;
  const ended = new Promise<void>(resolve => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  }).then(() => {
    over = true;
  });
  for (const until = Date.now() + 10_000; !(await answers(port)); await sleep(50)) {
    if (!over && Date.now() < until) continue;
    child.kill("SIGKILL");
    throw new StartFailure(`${program} did not open port ${port}; its log is ${log}.`);
  }
  return { pid: child.pid ?? 0, kill: signal => void child.kill(signal), ended };
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
