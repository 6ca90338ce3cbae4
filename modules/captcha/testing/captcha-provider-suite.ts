import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { configuredCaptchaProvider } from "../providers/index.ts";
import { type Captcha, createCaptcha } from "../server/index.ts";
import type { CaptchaProvider } from "../server/provider.ts";
import type { CaptchaTrial } from "./captcha-trials.ts";

const visitor = "192.0.2.7";
const refusal = (key: string) => ({ details: { errors: { captcha: [key] } } });
const away = { error: { code: "unavailable" } };

/** What every captcha provider has to pass. */
export function captchaProviderSuite(title: string, start: () => Promise<CaptchaTrial>): void {
  describe(`the captcha provider ${title}`, () => {
    let host: TestHost;
    let captcha: Captcha;
    let provider: CaptchaProvider;
    let trial: CaptchaTrial;
    const metrics = createMetrics({ process: false });

    beforeAll(async () => {
      trial = await start();
      host = await testHost({ modules: ["captcha"], environment: trial.environment, metrics });
      const named = configuredCaptchaProvider(host, trial.providers);
      expect(named.name).toBe(trial.name);
      provider = named.provider;
      captcha = createCaptcha(host, named);
    });
    afterAll(async () => {
      await captcha.stop?.();
      await trial.server?.close();
      await host.close();
    });

    test("accepts a right solution once, also in concurrent calls", async () => {
      const solution = await trial.solution(provider);
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => captcha.require(solution, visitor)));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      await expect(captcha.require(solution, visitor)).rejects.toMatchObject(refusal("captcha_expired"));
      if (trial.server) expect(new Set(trial.visitors)).toEqual(new Set([visitor]));
    });

    test("refuses none, another text and a late solution", async () => {
      for (const wrong of [undefined, "", "no solution at all"])
        await expect(captcha.require(wrong, visitor)).rejects.toMatchObject(refusal("captcha_required"));
      const late = await trial.stale(provider, ms => host.clock.advance(ms));
      await expect(captcha.require(late, visitor)).rejects.toMatchObject(refusal("captcha_expired"));
    });

    test("offers what the page needs, and names the widget that the frame shows", async () => {
      const handler = required(captcha.handlers?.[0], "the call that offers a challenge");
      const { data } = (await handler.run({} as never)) as { data: { kind: string; script?: string } };
      expect(data.kind).toBe(trial.server ? "widget" : "work");
      expect(data.script).toBe(captcha.widget?.script);
      if (captcha.widget) expect(captcha.widget.globals.length).toBeGreaterThan(0);
    });

    test("that does not respond refuses the call, and is reported down by its health check", async () => {
      const { server } = trial;
      if (!server) return;
      const up = async () =>
        new RegExp(`kind="captcha",provider="${trial.name}"} (\\d)`).exec(await metrics.print())?.[1];
      const minute = async () => {
        await host.clock.advance(60_000);
        return up();
      };
      await captcha.start?.();
      server.isAway = true;
      await expect(captcha.require(await trial.solution(provider), visitor)).rejects.toMatchObject(away);
      await expect.poll(minute).toBe("0");
      server.isAway = false;
      await expect.poll(minute).toBe("1");
      trial.revoke?.();
      await expect.poll(minute).toBe("0");
    });
  });
}
