import { writeFileSync } from "node:fs";
import { killPoints } from "#kit/host/kill-points.ts";
import type { TestCall } from "#kit/test/test-api.ts";
import { runHouse, runJob } from "./house.ts";

/** A process of the house that is killed: answers calls of its parent, and dies without a word at its failpoint. */

export type KillOrder =
  | { readonly id: number; readonly call: string; readonly with: TestCall }
  | { readonly id: number; readonly job: string };
export interface KillAnswer {
  readonly id: number;
  readonly status: number;
  readonly text: string;
}

const points = killPoints(process.env.KILL_AT ?? "", name => {
  // At once and for good: what is sent to the parent in this moment may be lost with the process.
  writeFileSync(process.env.KILL_NOTE ?? "", name);
  process.kill(process.pid, "SIGKILL");
});
const running = await runHouse(process.env, points);

async function answer(order: KillOrder): Promise<Omit<KillAnswer, "id">> {
  if ("job" in order) {
    await runJob(running, order.job);
    return { status: 200, text: "" };
  }
  const { status, text } = await running.api.call(order.call, order.with);
  return { status, text };
}

process.on("message", (order: KillOrder) => {
  answer(order).then(
    ({ status, text }) => process.send?.({ id: order.id, status, text }),
    (error: unknown) => process.send?.({ id: order.id, status: 599, text: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
