import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Clock } from "#kit/host/host.ts";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { configuredPhoneProvider } from "../providers/index.ts";
import { createMessages, type Messages } from "../server/index.ts";
import type { PhoneTrial } from "./phone-trials.ts";

/** What every provider of SMS and calls has to pass. */
export function phoneProviderSuite(title: string, start: (clock: () => Clock) => Promise<PhoneTrial>): void {
  describe(`the provider of SMS and calls ${title}`, () => {
    let host: TestHost;
    let messages: Messages;
    let trial: PhoneTrial;
    const metrics = createMetrics({ process: false });

    beforeAll(async () => {
      trial = await start(() => host.clock);
      host = await testHost({ modules: ["messages"], environment: trial.environment, metrics });
      messages = createMessages(host, { phone: configuredPhoneProvider(host, trial.providers) });
    });
    afterAll(async () => {
      await messages.stop?.();
      await trial.server.close();
      await host.close();
    });

    /** Queues a message and returns its job. */
    async function queued(to: string, channel: "sms" | "call", code: string) {
      await host.db.tx(tx =>
        messages.send(tx, { channel, to, template: "login_code", locale: "kz", values: { code } }),
      );
      const { rows } = await host.db.query<{ payload: { id: string } }>(
        "SELECT payload FROM graphile_worker._private_jobs ORDER BY id DESC LIMIT 1",
      );
      const payload = rows[0]?.payload;
      return { id: payload?.id ?? "", run: () => messages.jobs?.[0]?.run(payload) };
    }
    const outcomes = async () =>
      Object.fromEntries(
        [...(await metrics.print()).matchAll(/messages_total\{.*outcome="(\w+)"\} (\d+)/g)].map(found =>
          found.slice(1),
        ),
      );

    test("receives text and voice in the recipient's language; a repeat of a job is one message", async () => {
      const text = await queued("+77071234567", "sms", "112233");
      await text.run();
      await text.run();
      const call = await queued("+77071234567", "call", "445566");
      await call.run();
      expect(trial.received.size).toBe(2);
      expect(trial.received.get(text.id)).toMatchObject({ to: "+77071234567", channel: "sms", language: "kk" });
      expect(trial.received.get(text.id)?.text).toContain("112233");
      expect(trial.received.get(call.id)).toMatchObject({ channel: "call" });
      expect(trial.received.get(call.id)?.text).toContain("4 4 5 5 6 6");
    });

    test("that knows no such number is not asked again", async () => {
      trial.unknown.add("+77070000000");
      const { id, run } = await queued("+77070000000", "sms", "998877");
      await run();
      expect(trial.received.has(id)).toBe(false);
      expect(await outcomes()).toMatchObject({ undeliverable: "1" });
    });

    test("is retried while it is away; neither number nor code are in the error", async () => {
      const { id, run } = await queued("+77079876543", "sms", "717273");
      trial.server.isAway = true;
      const error = await Promise.resolve(run()).then(
        () => "accepted",
        (reason: unknown) => `${reason}`,
      );
      expect(error).toContain("did not accept a message");
      expect(error).not.toMatch(/77079876543|717273/);
      expect(await outcomes()).toMatchObject({ refused: "1" });
      trial.server.isAway = false;
      await run();
      expect(trial.received.has(id)).toBe(true);
    });

    test("is reported down by its health check, also when it refuses our credentials", async () => {
      const up = async () =>
        new RegExp(`kind="phone",provider="${trial.name}"} (\\d)`).exec(await metrics.print())?.[1];
      const minute = async () => {
        await host.clock.advance(60_000);
        return up();
      };
      await messages.start?.();
      trial.server.isAway = true;
      await expect.poll(minute).toBe("0");
      trial.server.isAway = false;
      await expect.poll(minute).toBe("1");
      trial.revoke();
      await expect.poll(minute).toBe("0");
      const { run } = await queued("+77070001122", "sms", "313131");
      await expect(run()).rejects.toThrow("did not accept a message");
    });
  });
}
