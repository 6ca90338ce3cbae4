import { hkdfSync } from "node:crypto";
import { createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import type { Host } from "#kit/host/host.ts";
import { type CaptchaProvider, challengeLifeMs, type Verdict } from "../../server/provider.ts";
import type { WorkOffer } from "../../shared/contract.ts";

/** PBKDF2 rounds per guess, and the number of guesses: about a second on a phone. */
const rounds = 1000;
const guesses = { least: 300, spread: 700 };

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({ data: z.object({ until: z.number() }), keySignature: z.string() }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** Proof of work by ALTCHA's scheme: challenges are not stored, because they come back with our signature. */
export function workProvider(host: Pick<Host, "clock" | "random" | "config">): CaptchaProvider {
  const secretOf = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(host.config.SECRET_KEY, "hex"), "", purpose, 32)).toString("hex");
  const secrets = {
    hmacSignatureSecret: secretOf("fairhouse captcha question"),
    hmacKeySignatureSecret: secretOf("fairhouse captcha answer"),
  };
  return {
    widget: null,
    probe: async () => undefined,
    async offer() {
      const random = new DataView(Uint8Array.from(host.random.bytes(4)).buffer).getUint32(0);
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: rounds,
        deriveKey,
        ...secrets,
        counter: guesses.least + (random % guesses.spread),
        data: { until: host.clock.now() + challengeLifeMs },
      });
      return { kind: "work", challenge } as WorkOffer;
    },
    async check(text): Promise<Verdict> {
      const payload = readPayload(text);
      if (!payload) return "wrong";
      const { verified } = await verifySolution({ ...(payload as unknown as Payload), deriveKey, ...secrets });
      if (!verified) return "wrong";
      return payload.challenge.parameters.data.until > host.clock.now() ? "right" : "expired";
    },
  };
}

/** Base64 of JSON, as the browser sends it; undefined when it is invalid. */
function readPayload(text: string): z.output<typeof payloadSchema> | undefined {
  try {
    const parsed = z.safeParse(payloadSchema, JSON.parse(Buffer.from(text, "base64").toString()));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
