import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "#apps/sandbox/app.ts";
import { typedPerson } from "#apps/sandbox/test-persons.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import type { Clock } from "#kit/host/host.ts";
import { providerServer } from "#kit/testing/provider-server.ts";
import { signInProviders } from "../providers/index.ts";
import type { SupportedProviders } from "../server/provider.ts";
import { atProvider } from "./at-provider.ts";
import { signet, signetSeal } from "./signet/index.ts";

interface Somebody {
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
}

/** A sign-in provider with its own server, as the suite of providers tries it. */
export interface SignInTrial {
  readonly name: string;
  readonly title: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The list that SOCIAL_PROVIDERS chooses from. */
  readonly supported: SupportedProviders;
  /** The query with which the window comes back; null declines. */
  answer(url: string, person: Somebody | null): Promise<string>;
  /** The same answer with each of its parts that count changed. */
  forged(answer: string): readonly string[];
  away(isAway: boolean): void;
  close(): Promise<void>;
}

const secret = "the-secret-of-the-client-at-every-company";

export async function sandboxTrial(clock: () => Clock, redirectAddress: string): Promise<SignInTrial> {
  const folder = mkdtempSync(join(tmpdir(), "sign-in-trial-"));
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  let isAway = false;
  const sandbox = createSandbox({
    clock: { now: () => clock().now(), monotonic: () => clock().monotonic(), after: () => () => undefined },
    dataFolder: folder,
    paymentsSecret: secret,
    webhookAddress: "http://127.0.0.1:9",
    publicUrl,
    beaconSeed: new Uint8Array(32),
    smsToken: "an SMS token that tests know",
    openid: { secret, redirectAddress },
  });
  sandbox.addHook("onRequest", async (_request, reply) => {
    if (isAway) await reply.code(503).send({ error: "away" });
  });
  await sandbox.listen({ port, host: "127.0.0.1" });
  return {
    name: "google",
    title: "Google",
    environment: { SOCIAL_PROVIDERS: `google=${publicUrl}/openid/google|fairhouse|${secret}` },
    supported: signInProviders,
    answer: (url, person) =>
      atProvider(url, person ? { sub: typedPerson(person.name, person.email, person.verified).sub } : { no: "1" }),
    forged: answer => changed(answer, { code: "another", iss: `${publicUrl}/openid/vk` }),
    away(value) {
      isAway = value;
    },
    async close() {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function signetTrial(clock: () => Clock): Promise<SignInTrial> {
  const key = "the-key-at-Signet";
  const server = await providerServer(({ path, headers, body }) => {
    if (headers["x-signet-app"] !== "fairhouse") return 403;
    if (path === "/ping") return {};
    const { back, state } = JSON.parse(body.toString());
    return { window: `https://signet.example/enter?${new URLSearchParams({ back, state })}` };
  });
  const sealed = (fields: Record<string, string>) =>
    new URLSearchParams({ ...fields, seal: signetSeal(key, fields) }).toString();
  return {
    name: "telegram",
    title: "Signet",
    environment: { SOCIAL_PROVIDERS: `telegram=${server.address};fairhouse;${key}` },
    supported: { ...signInProviders, telegram: signet },
    async answer(url, person) {
      const state = new URL(url).searchParams.get("state") ?? "";
      if (!person) return sealed({ declined: "yes", state });
      const { name, email, verified } = person;
      return sealed({
        uid: `${BigInt(`0x${hash("sha256", email).slice(0, 12)}`)}`,
        nick: name,
        mail: email,
        mail_state: verified ? "CHECKED" : "NONE",
        moment: `${clock().now()}`,
        state,
      });
    },
    forged: answer => changed(answer, { uid: "1", mail: "somebody@signet.example", seal: "A".repeat(43), moment: "0" }),
    away(value) {
      server.isAway = value;
    },
    close: server.close,
  };
}

function changed(answer: string, parts: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(parts).map(([name, value]) => {
    const query = new URLSearchParams(answer);
    query.set(name, value);
    return query.toString();
  });
}
