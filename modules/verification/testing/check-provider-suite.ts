import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { configuredCheckProvider } from "../providers/index.ts";
import { createVerification, type Verification } from "../server/index.ts";
import type { CheckTrial, SignedMessage } from "./check-trials.ts";

/** What every provider of checks has to pass. `others` are messages of providers that are not configured. */
export function checkProviderSuite(
  title: string,
  start: (clock: () => TestHost["clock"]) => Promise<CheckTrial>,
  startOther: (clock: () => TestHost["clock"]) => Promise<CheckTrial>,
): void {
  describe(`the verification provider ${title}`, () => {
    let host: TestHost;
    let people: TestPeople;
    let verification: Verification;
    let trial: CheckTrial;
    let other: CheckTrial;
    let events = 0;
    const metrics = createMetrics({ process: false });

    beforeAll(async () => {
      trial = await start(() => host.clock);
      other = await startOther(() => host.clock);
      host = await testHost({ modules: ["verification"], environment: trial.environment, metrics });
      const accounts = createAccounts(host);
      const provider = configuredCheckProvider(host, trial.providers);
      verification = createVerification(host, { accounts, provider });
      people = await testPeople(host, accounts, [verification]);
    });
    afterAll(async () => {
      await verification.stop?.();
      await trial.server.close();
      await other.server.close();
      await host.close();
    });

    const send = (message: SignedMessage, name = trial.name) =>
      people.api.call(`POST /api/v1/verification/webhooks/${name}`, message);
    const now = () => host.clock.now();
    const statusOf = async ({ token }: Person) =>
      (await people.api.call("GET /api/v1/verification", { token })).body.data;
    const runOrder = (reference: string) => verification.jobs?.[0]?.run({ reference });
    const decide = (reference: string, decision: "approved" | "declined" | "more", reason: null | "expired" = null) =>
      trial.message(`${++events}`, { reference: reference as never, decision, reason });

    async function submit(name: string) {
      const person = await people.person(name);
      for (const kind of ["identity", "selfie"]) {
        const body = { kind, content: testPng(8, 8).toString("base64") };
        await people.api.call("POST /api/v1/verification/documents", { token: person.token, body });
      }
      await people.api.call("POST /api/v1/verification/submit", { token: person.token });
      const { rows } = await host.db.query<{ reference: string }>(
        "SELECT reference FROM verification.cases WHERE player_id = $1",
        [person.id],
      );
      return { person, reference: rows[0]?.reference ?? "" };
    }

    test("receives the documents under our reference; a repeated order is the same check", async () => {
      const { person, reference } = await submit("alice");
      await runOrder(reference);
      expect(trial.received.get(reference)).toHaveLength(2);
      const [type, content = ""] = (trial.received.get(reference)?.[0] ?? "").split(" ").slice(1);
      expect(trial.received.get(reference)?.[0]).toMatch(new RegExp(`^${trial.identity} `));
      expect([type, Buffer.from(content, "base64").subarray(1, 4).toString()]).toEqual(["image/png", "PNG"]);
      expect((await statusOf(person)).status).toBe("pending");
      await runOrder(reference);
      expect(trial.received.size).toBe(1);
    });

    test("decides once, with a reason from our list", async () => {
      const { person, reference } = await submit("bob");
      const declined = trial.signed(decide(reference, "declined", "expired"), now());
      expect((await send(declined)).body).toEqual({ data: { result: "noted" } });
      expect(await statusOf(person)).toMatchObject({ status: "failed", reason: "expired" });
      expect((await send(declined)).body.data.result).toBe("repeated");
      expect((await send(trial.signed(decide(reference, "approved"), now()))).body.data.result).toBe("ignored");
      expect((await statusOf(person)).status).toBe("failed");
    });

    test.each([
      ["approved", "success"],
      ["more", "user_pending"],
    ] as const)("says %s: the case becomes %s", async (decision, status) => {
      const { person, reference } = await submit(`carol-${decision}`);
      expect((await send(trial.signed(decide(reference, decision), now()))).status).toBe(200);
      expect((await statusOf(person)).status).toBe(status);
    });

    test("is believed only with its own signature over these bytes, and only for minutes", async () => {
      const { person, reference } = await submit("dave");
      const message = decide(reference, "approved");
      const right = trial.signed(message, now());
      const wrong: readonly SignedMessage[] = [
        trial.signed(message, now(), "another"),
        { body: `${right.body} `, headers: right.headers },
        trial.signed(message, now() - 6 * 60_000),
        { body: right.body, headers: {} },
        other.signed(other.message("1", { reference: reference as never, decision: "approved", reason: null }), now()),
      ];
      for (const each of wrong)
        expect(await send(each)).toMatchObject({ status: 401, body: { code: "check_signature_invalid" } });
      expect((await send(right, other.name)).status).toBe(404);
      expect((await statusOf(person)).status).toBe("waiting");
    });

    test("with a wrong field, or a list, is refused and decides nothing", async () => {
      const { person, reference } = await submit("erin");
      const malformed = Object.assign(decide(reference, "approved"), trial.malformed);
      expect(await send(trial.signed(malformed, now()))).toMatchObject({
        status: 422,
        body: { code: "validation_failed" },
      });
      const list = trial.signed([], now());
      expect((await send(list)).status).toBe(422);
      expect((await statusOf(person)).status).toBe("waiting");
    });

    test("is retried while it is away, and reported down by its health check", async () => {
      const { person, reference } = await submit("frank");
      const up = async () =>
        new RegExp(`kind="verification",provider="${trial.name}"} (\\d)`).exec(await metrics.print())?.[1];
      await verification.start?.();
      const minutes = async () => {
        await host.clock.advance(60_000);
        return up();
      };
      trial.server.isAway = true;
      await expect(runOrder(reference)).rejects.toThrow("503");
      expect((await statusOf(person)).status).toBe("waiting");
      await expect.poll(minutes).toBe("0");
      trial.server.isAway = false;
      await expect.poll(minutes).toBe("1");
      await runOrder(reference);
      expect((await statusOf(person)).status).toBe("pending");
    });
  });
}
