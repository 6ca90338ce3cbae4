import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestCall } from "#kit/testing/test-api.ts";
import type { VictimRequest, VictimResponse } from "./serve.ts";

/** A process of the house that will be killed at one of its failpoints. */
export interface Victim {
  /** Undefined: it died before it answered, and nobody knows what became of the call. */
  call(name: string, call: TestCall): Promise<VictimResponse | undefined>;
  job(name: string, payload?: object): Promise<VictimResponse | undefined>;
  /** The failpoint it died at, once it has; undefined when it was ended. */
  readonly died: Promise<string | undefined>;
  /** Stops the process as a hung one stops, with its connections open, and lets it go on. */
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
}

/** A process that has loaded the house and touches nothing until it is opened. */
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
  const died = new Promise<string | undefined>(resolve => {
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
    await died;
  };
  return {
    async open(killAt) {
      child.send({ open: killAt } satisfies VictimRequest);
      // One that dies at a failpoint of its start did what was asked for; any other end of a start is a fault.
      const ended = await Promise.race([ready.then(() => false), died.then(at => at === undefined)]);
      if (ended) throw new Error(`the house did not start: ${child.exitCode}`);
      return {
        call: (call, parts) => send({ call, with: parts }),
        job: (job, payload = {}) => send({ job, payload }),
        died,
        freeze: () => child.kill("SIGSTOP"),
        thaw: () => child.kill("SIGCONT"),
        end,
      };
    },
    end,
  };
}
