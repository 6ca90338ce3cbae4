import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestCall } from "#kit/testing/test-api.ts";
import type { VictimRequest, VictimResponse } from "./serve.ts";

/** A server process that will be killed at one of its failpoints. */
export interface Victim {
  /** Undefined: the process was killed before it responded, and the outcome of the call is unknown. */
  call(name: string, call: TestCall): Promise<VictimResponse | undefined>;
  job(name: string, payload?: object): Promise<VictimResponse | undefined>;
  /** Other failpoints than those it was opened with; its clock is ahead by these milliseconds from now on. */
  arm(killAt: string, ahead: number): void;
  /** The failpoint at which it was killed; undefined when it was ended. */
  readonly exited: Promise<string | undefined>;
  /** Suspends the process with its connections open, like a hung one, and resumes it. */
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
}

/** A process that has loaded the server and touches nothing until it is opened. */
export interface Standby {
  /** @param killAt names with counts, "wallet.place.formed:3,..." */
  open(killAt: string): Promise<Victim>;
  end(): Promise<void>;
}

export function prepareVictim(environment: Readonly<Record<string, string>>): Standby {
  const note = join(tmpdir(), `fairhouse-kill-note-${randomUUID()}`);
  const child = fork(join(import.meta.dirname, "serve.ts"), {
    env: { ...environment, PATH: process.env.PATH ?? "", KILL_NOTE: note },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, (answer: VictimResponse | undefined) => void>();
  let next = 0;
  const exited = new Promise<string | undefined>(resolve => {
    child.once("exit", () => {
      for (const resolveCall of waiting.values()) resolveCall(undefined);
      waiting.clear();
      resolve(existsSync(note) ? readFileSync(note, "utf8") : undefined);
      rmSync(note, { force: true });
    });
  });
  const ready = new Promise<void>(resolve => {
    child.on("message", (message: VictimResponse | "ready") => {
      if (message === "ready") return resolve();
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    });
  });
  const send = (order: { call: string; with: TestCall } | { job: string; payload: object }) =>
    new Promise<VictimResponse | undefined>(resolve => {
      if (!child.connected) return resolve(undefined);
      const id = next++;
      waiting.set(id, resolve);
      child.send({ id, ...order } satisfies VictimRequest, error => {
        if (error && waiting.delete(id)) resolve(undefined);
      });
    });
  const end = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return {
    async open(killAt) {
      child.send({ open: killAt } satisfies VictimRequest);
      // A kill at a failpoint during startup is expected; any other end of a startup is a failure.
      const ended = await Promise.race([ready.then(() => false), exited.then(at => at === undefined)]);
      if (ended) throw new Error(`the server did not start: ${child.exitCode}`);
      return {
        call: (call, parts) => send({ call, with: parts }),
        job: (job, payload = {}) => send({ job, payload }),
        arm: (arm, ahead) => void child.send({ arm, ahead } satisfies VictimRequest),
        exited,
        freeze: () => child.kill("SIGSTOP"),
        thaw: () => child.kill("SIGCONT"),
        end,
      };
    },
    end,
  };
}
