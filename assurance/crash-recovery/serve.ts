import { writeFileSync } from "node:fs";
import type { Failpoints } from "#kit/host/host.ts";
import { killPoints } from "#kit/host/kill-points.ts";
import type { TestCall } from "#kit/testing/test-api.ts";
import { fastClock, type RecoveryApp, runJob, runRecoveryApp, sharedRounds, speed } from "./recovery-app.ts";
import "#kit/testing/keep-compiled.ts";

/**
 * A server process that is killed: it loads, waits for the order to open, answers calls of its parent, and exits without notice at its failpoint.
 * `CLOCK_SPEED`: another acceleration of its time; `SHARED_ROUNDS=off`: no rounds of shared games run.
 */

export type VictimRequest =
  | { readonly open: string }
  /** Other failpoints than those it was opened with; its clock is ahead by these milliseconds from now on. */
  | { readonly arm: string; readonly ahead: number }
  | { readonly id: number; readonly call: string; readonly with: TestCall }
  | { readonly id: number; readonly job: string; readonly payload: object };
export interface VictimResponse {
  readonly id: number;
  readonly status: number;
  readonly text: string;
}

let running: RecoveryApp | undefined;
let points: Failpoints;
let ahead = 0;

/** @param killAt names with counts, "wallet.place.formed:3,..." */
function arm(killAt: string): void {
  points = killPoints(killAt, name => {
    // Immediately: a message to the parent at this moment may be lost with the process.
    writeFileSync(process.env.KILL_NOTE ?? "", name);
    process.kill(process.pid, "SIGKILL");
  });
}

async function open(killAt: string): Promise<void> {
  arm(killAt);
  const clock = fastClock(Number(process.env.CLOCK_SPEED ?? speed));
  const withRounds = process.env.SHARED_ROUNDS !== "off";
  running = await runRecoveryApp(
    process.env,
    { hit: name => points.hit(name) },
    { clock: { ...clock, now: () => clock.now() + ahead }, starts: module => withRounds || !sharedRounds.has(module) },
  );
  process.send?.("ready");
}

async function answer(
  order: Exclude<VictimRequest, { open: string } | { arm: string }>,
): Promise<Omit<VictimResponse, "id">> {
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
  if ("arm" in order) {
    ahead = order.ahead;
    arm(order.arm);
    return;
  }
  answer(order).then(
    ({ status, text }) => process.send?.({ id: order.id, status, text }),
    (error: unknown) => process.send?.({ id: order.id, status: 599, text: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
