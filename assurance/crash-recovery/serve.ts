import { writeFileSync } from "node:fs";
import { killPoints } from "#kit/host/kill-points.ts";
import type { TestCall } from "#kit/testing/test-api.ts";
import { type RecoveryApp, runJob, runRecoveryApp } from "./recovery-app.ts";
import "#kit/testing/keep-compiled.ts";

/** A server process that is killed: it loads, waits for the order to open, answers calls of its parent, and exits without notice at its failpoint. */

export type VictimRequest =
  | { readonly open: string }
  | { readonly id: number; readonly call: string; readonly with: TestCall }
  | { readonly id: number; readonly job: string; readonly payload: object };
export interface VictimResponse {
  readonly id: number;
  readonly status: number;
  readonly text: string;
}

let running: RecoveryApp | undefined;

/** @param killAt names with counts, "wallet.place.formed:3,..." */
async function open(killAt: string): Promise<void> {
  const points = killPoints(killAt, name => {
    // Immediately: a message to the parent at this moment may be lost with the process.
    writeFileSync(process.env.KILL_NOTE ?? "", name);
    process.kill(process.pid, "SIGKILL");
  });
  running = await runRecoveryApp(process.env, points);
  process.send?.("ready");
}

async function answer(order: Exclude<VictimRequest, { open: string }>): Promise<Omit<VictimResponse, "id">> {
  if (!running) throw new Error("not open yet");
  if ("job" in order) {
    await runJob(running, order.job, order.payload);
    return { status: 200, text: "" };
  }
  const { status, text } = await running.api.call(order.call, order.with);
  return { status, text };
}

process.on("message", (order: VictimRequest) => {
  if ("open" in order) {
    void open(order.open);
    return;
  }
  answer(order).then(
    ({ status, text }) => process.send?.({ id: order.id, status, text }),
    (error: unknown) => process.send?.({ id: order.id, status: 599, text: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
