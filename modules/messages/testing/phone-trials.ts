import type { Clock } from "#kit/host/host.ts";
import { type ProviderServer, providerServer } from "#kit/testing/provider-server.ts";
import { type PhoneProviders, phoneProviders } from "../providers/index.ts";
import type { PhoneOrder } from "../server/phone-provider.ts";
import { ringline, ringlineSignature } from "./ringline/index.ts";

/** A provider of SMS and calls with its own server, as the suite of providers tries it. */
export interface PhoneTrial {
  readonly name: string;
  readonly server: ProviderServer;
  readonly environment: Readonly<Record<string, string>>;
  /** The list that SMS_PROVIDER chooses from. */
  readonly providers: PhoneProviders;
  /** The accepted messages, each id once. */
  readonly received: ReadonlyMap<string, Omit<PhoneOrder, "id">>;
  /** Numbers that do not exist. */
  readonly unknown: Set<string>;
  /** From now on our credentials are refused. */
  revoke(): void;
}

export async function sandboxTrial(): Promise<PhoneTrial> {
  const received = new Map<string, Omit<PhoneOrder, "id">>();
  const unknown = new Set<string>();
  let token = "an SMS token that tests know";
  const server = await providerServer(({ path, headers, body }) => {
    if (headers.authorization !== `Bearer ${token}`) return 401;
    if (path === "/health") return {};
    const { to, text, type, language } = JSON.parse(body.toString());
    if (unknown.has(to)) return 422;
    received.set(`${headers["idempotency-key"]}`, { to, text, language, channel: type === "voice" ? "call" : "sms" });
    return 202;
  });
  return {
    name: "sandbox",
    server,
    environment: { SMS_URL: server.address, SMS_TOKEN: token },
    providers: phoneProviders,
    received,
    unknown,
    revoke() {
      token = "another token";
    },
  };
}

export async function ringlineTrial(clock: () => Clock): Promise<PhoneTrial> {
  const received = new Map<string, Omit<PhoneOrder, "id">>();
  const unknown = new Set<string>();
  const account = { key: "fairhouse", secret: "the secret at Ringline" };
  let { secret } = account;
  const server = await providerServer(({ path, headers, body }) => {
    const time = `${headers["x-rl-time"]}`;
    const signature = ringlineSignature(secret, time, path, body.toString());
    if (headers.authorization !== `RL1 ${account.key}:${signature}`) return { outcome: 3 };
    if (Math.abs(clock().now() - Number(time)) > 30_000) return { outcome: 4 };
    if (path === "/ping") return { outcome: 0 };
    const {
      unique = "",
      msisdn = "",
      body: text = "",
      lang = "",
    } = Object.fromEntries(new URLSearchParams(body.toString()));
    if (unknown.has(`+${msisdn}`)) return { outcome: 21 };
    if (received.has(unique)) return { outcome: 7 };
    received.set(unique, { to: `+${msisdn}`, text, language: lang, channel: path === "/speak" ? "call" : "sms" });
    return { outcome: 0 };
  });
  return {
    name: "ringline",
    server,
    environment: { SMS_PROVIDER: "ringline" },
    providers: { ...phoneProviders, ringline: host => ringline(host, { ...account, address: server.address }) },
    received,
    unknown,
    revoke() {
      secret = "another secret";
    },
  };
}
