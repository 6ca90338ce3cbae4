import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Clock } from "#kit/host/host.ts";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { createSocial } from "../server/index.ts";
import type { SignInTrial } from "./sign-in-trials.ts";

const origin = "http://fairhouse.localhost";
const redirectAddress = "http://api.fairhouse.localhost/auth/social/callback";
const refused = { status: 422, body: { code: "social_refused" } };

/** What every sign-in provider has to pass. */
export function signInProviderSuite(
  title: string,
  start: (clock: () => Clock, redirectAddress: string) => Promise<SignInTrial>,
): void {
  describe(`the sign-in provider ${title}`, () => {
    let host: TestHost;
    let api: TestApi;
    let trial: SignInTrial;
    let social: ReturnType<typeof createSocial>;
    const metrics = createMetrics({ process: false });

    beforeAll(async () => {
      trial = await start(() => host.clock, redirectAddress);
      host = await testHost({ modules: ["social", "captcha"], environment: trial.environment, metrics });
      const accounts = createAccounts(host);
      const factors = createFactors(host, { accounts });
      const captchaPort = { requireAboveRate: async () => undefined };
      const isOwnOrigin = (text: string) => text === origin;
      social = createSocial(host, { accounts, factors, captchaPort, isOwnOrigin, supported: trial.supported });
      await accounts.start?.();
      api = await testApi(host, [accounts, factors, social], accounts.authenticate);
    });
    afterAll(async () => {
      await social.stop?.();
      await trial.close();
      await host.close();
    });

    /** One browser with its cookies. */
    function browser() {
      const cookies: Record<string, string> = {};
      const call = async (name: string, body?: object, token?: string) => {
        const answer = await api.call(name, { cookies, headers: { origin }, token, ...(body && { body }) });
        Object.assign(cookies, answer.cookies);
        return answer;
      };
      return {
        call,
        begin: () => call("PUT /auth/login", { provider: trial.name, origin, currency: "KZT" }),
        finish: (answer: string) => call("POST /api/v1/social/finish", { answer }),
      };
    }
    type Who = Parameters<SignInTrial["answer"]>[1];
    async function answerOf(window: ReturnType<typeof browser>, who: Who) {
      const begun = await window.begin();
      expect(begun.status, begun.text).toBe(200);
      return trial.answer(begun.body.url, who);
    }
    const person = (email: string, verified = true) => ({ name: "Aigerim", email, verified });

    test("is offered under its title", async () => {
      const { data } = (await api.call("GET /api/v1/social/providers")).body;
      expect(data).toEqual([{ provider: trial.name, name: trial.title }]);
    });

    test("opens an account once, and signs its person in from then on", async () => {
      const window = browser();
      const first = await window.finish(await answerOf(window, person("aigerim@mail.example")));
      expect(first).toMatchObject({
        status: 202,
        body: { data: { provider: trial.name, name: "Aigerim", email: "aigerim@mail.example", currency: "KZT" } },
      });
      const body = { registration: first.body.data.registration, currency: "KZT", agree: true };
      const registered = await window.call("POST /api/v1/social/register", body);
      expect(registered.status, registered.text).toBe(201);
      const links = await window.call("GET /api/v1/social/links", undefined, registered.body.token);
      expect(links.body.data).toMatchObject([{ provider: trial.name, name: trial.title }]);
      const later = browser();
      const again = await later.finish(await answerOf(later, person("aigerim@mail.example")));
      expect(again.status).toBe(200);
    });

    test("does not vouch for an email that it has not verified", async () => {
      const window = browser();
      const answer = await window.finish(await answerOf(window, person("bob@mail.example", false)));
      expect(answer).toMatchObject({ status: 202, body: { data: { email: null } } });
    });

    test("reports that its person declined", async () => {
      const window = browser();
      const answer = await window.finish(await answerOf(window, null));
      expect(answer).toMatchObject({ status: 422, body: { code: "social_cancelled" } });
    });

    test("is believed once, in the browser that began, for ten minutes, and never when its answer was changed", async () => {
      const [carol, mallory] = [browser(), browser()];
      const answer = await answerOf(carol, person("carol@mail.example"));
      await mallory.begin();
      expect(await mallory.finish(answer)).toMatchObject(refused);
      expect((await carol.finish(answer)).status).toBe(202);
      expect(await carol.finish(answer)).toMatchObject(refused);
      const count = trial.forged(answer).length;
      for (let i = 0; i < count; i++) {
        const forged = trial.forged(await answerOf(carol, person("carol@mail.example")))[i] ?? "";
        expect(await carol.finish(forged), forged).toMatchObject(refused);
      }
      const late = await answerOf(carol, person("carol@mail.example"));
      await host.clock.advance(10 * 60_000);
      expect(await carol.finish(late)).toMatchObject(refused);
    });

    test("is reported down by its health check while it is away", async () => {
      const up = async () =>
        new RegExp(`kind="sign_in",provider="${trial.name}"} (\\d)`).exec(await metrics.print())?.[1];
      const minute = async () => {
        await host.clock.advance(60_000);
        return up();
      };
      await social.start?.();
      trial.away(true);
      await expect.poll(minute).toBe("0");
      trial.away(false);
      await expect.poll(minute).toBe("1");
    });
  });
}
