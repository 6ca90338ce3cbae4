import { createHmac } from "node:crypto";
import type { Host } from "#kit/host/host.ts";
import type { PhoneProvider } from "../../server/phone-provider.ts";

export interface RinglineAccount {
  readonly address: string;
  readonly key: string;
  readonly secret: string;
}

/** HMAC-SHA256 in base64 over time, path and body. */
export function ringlineSignature(secret: string, time: string, path: string, body: string): string {
  return createHmac("sha256", secret).update(`${time}\n${path}\n${body}`).digest("base64");
}

/** Its numbers of outcomes; it answers 200 to everything. */
const outcomes: Readonly<Record<string, "accepted" | "undeliverable">> = {
  0: "accepted",
  7: "accepted",
  21: "undeliverable",
};

/** A whole provider that shares neither fields nor signature scheme with the sandbox: forms, signed requests, numbered outcomes. */
export function ringline(host: Pick<Host, "clock">, { address, key, secret }: RinglineAccount): PhoneProvider {
  async function post(path: string, fields: Record<string, string>): Promise<string> {
    const body = new URLSearchParams(fields).toString();
    const time = `${host.clock.now()}`;
    const authorization = `RL1 ${key}:${ringlineSignature(secret, time, path, body)}`;
    const headers = { authorization, "x-rl-time": time, "content-type": "application/x-www-form-urlencoded" };
    return fetch(`${address}${path}`, { method: "POST", headers, body })
      .then(response => response.json() as Promise<{ outcome?: unknown }>)
      .then(
        ({ outcome }) => `${outcome}`,
        () => "no response",
      );
  }
  return {
    async send({ id, to, text, channel, language }) {
      const path = channel === "call" ? "/speak" : "/text";
      const outcome = await post(path, { unique: id, msisdn: to.slice(1), body: text, lang: language });
      return outcomes[outcome] ?? fail(outcome);
    },
    async probe() {
      if ((await post("/ping", {})) !== "0") throw new Error("Ringline is unavailable");
    },
  };
}

function fail(outcome: string): never {
  throw new Error(`Ringline did not accept a message (${outcome})`);
}
