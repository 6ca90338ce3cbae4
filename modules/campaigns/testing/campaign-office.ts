import { expect } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { type TestPlayer, testCampaigns } from "./test-campaigns.ts";

export const reason = "the autumn campaign";
export const day = 86_400_000;
const rates = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115" };
/** Dollars, and deposits of 50,000 tenge (100 dollars) or more. */
export const rule = {
  all: [
    { fact: "currency", in: ["USD"] },
    { fact: "deposit_sum", currency: "KZT", gte: "50000" },
  ],
};

/** A content editor and a finance operator at campaigns, and what they do. */
export async function openCampaignOffice() {
  const app = await testCampaigns();
  await fixTestRates(app.host.db, app.host.clock.now(), rates);
  const [content, finance] = [await app.operator("content"), await app.operator("finance")];

  const data = async (answer: ReturnType<TestOperator["call"]>, status: number) => {
    const { body, text, status: given } = await answer;
    expect(given, text).toBe(status);
    return body.data;
  };
  const saveSegment = async (of: object = rule) =>
    (await data(content.call("POST /api/office/segments", { name: "Depositors", rule: of, reason }), 201)).id as string;
  const inTwoMinutes = () => {
    const at = new Date(app.host.clock.now() + 120_000).toISOString();
    return { kind: "once", day: at.slice(0, 10), time: at.slice(11, 16) };
  };
  /** A request without its gift. */
  const plain = async (rest: object = {}) => ({
    name: "Autumn",
    segment: await saveSegment(),
    budget: "100",
    control: 0,
    sample: 100,
    schedule: inTwoMinutes(),
    zone: "Etc/UTC",
    ends_at: new Date(app.host.clock.now() + 10 * day).toISOString(),
    reason,
    ...rest,
  });

  return {
    app,
    content,
    finance,
    data,
    saveSegment,
    plain,
    preview: (of: object) =>
      data(content.call(`GET /api/office/segment-preview?rule=${encodeURIComponent(JSON.stringify(of))}`), 200),
    async draft({ bonus, ...rest }: { readonly bonus?: string } & Record<string, unknown> = {}) {
      const gift = rest.gift ?? { kind: "bonus", id: bonus ?? (await app.bonus()) };
      const body = await plain({ gift, ...rest });
      return (await data(content.call("POST /api/office/campaigns", body), 201)).id as string;
    },
    read: async (id: string) =>
      (await data(finance.call("GET /api/office/campaigns"), 200)).campaigns.find(
        (each: { id: string }) => each.id === id,
      ),
    start: (id: string) => data(finance.call(`POST /api/office/campaigns/${id}/start`, { reason }), 200),
    change: (id: string, to: string) => content.call(`POST /api/office/campaigns/${id}/state`, { to, reason }),
    bonusesOf: async (player: TestPlayer) =>
      (await app.api.call("GET /api/v1/bonuses", { token: player.token })).body.data as readonly {
        id: string;
        status: string;
      }[],
    /** Sends the messages that are due, as the job worker would. */
    async deliver() {
      const job = required(
        app.notices.jobs?.find(({ name }) => name === "notifications.offer"),
        "the job of messages",
      );
      const { rows } = await app.host.db.query<{ payload: unknown }>(
        `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
         WHERE t.id = j.task_id AND t.identifier = $1 RETURNING j.payload`,
        [job.name],
      );
      for (const { payload } of rows) await job.run(payload);
    },
    async run() {
      await app.host.pass(180_000);
      await app.campaigns.runDue();
    },
  };
}
