import { isFromFairhouse, signatureOf } from "#kit/http/signature.ts";
import { type ProviderServer, providerServer } from "#kit/testing/provider-server.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import { type CheckProviders, checkProviders } from "../providers/index.ts";
import type { CheckDecision } from "../server/provider.ts";
import { veridoc } from "./veridoc/index.ts";
import { digestOf } from "./veridoc/webhook.ts";
import type { CaseFile } from "./veridoc/wire.ts";

export interface SignedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A provider and a test server in its place, for the suite that every provider passes. */
export interface CheckTrial {
  readonly name: string;
  readonly server: ProviderServer;
  readonly environment: Readonly<Record<string, string>>;
  /** The list that KYC_PROVIDER chooses from. */
  readonly providers: CheckProviders;
  /** The documents of each accepted check by our reference: `kind type text`, in the provider's own words. */
  readonly received: ReadonlyMap<string, readonly string[]>;
  /** The provider's word for an identity document. */
  readonly identity: string;
  /** The provider's message about a check; the same `event` is the same message. */
  message(event: string, decision: Omit<CheckDecision, "id">): object;
  /** Fields with values that the provider never sends, to merge into a message. */
  readonly malformed: object;
  signed(message: object, nowMs: number, signer?: "another"): SignedMessage;
}

const secrets = { own: "a kyc secret shared by all tests", another: "another kyc secret, of someone else" };

export async function sandboxTrial(clock: () => TestHost["clock"]): Promise<CheckTrial> {
  const received = new Map<string, string[]>();
  const server = await providerServer(({ path, headers, body }) => {
    if (!isFromFairhouse(secrets.own, headers, body, clock().now())) return 401;
    if (path !== "/checks") return {};
    const { reference, documents } = JSON.parse(body.toString()) as {
      reference: string;
      documents: { kind: string; type: string; content: string }[];
    };
    const lines = documents.map(({ kind, type, content }) => `${kind} ${type} ${content}`);
    received.set(reference, lines);
    return 202;
  });
  return {
    name: "sandbox",
    server,
    environment: { KYC_PROVIDER: "sandbox", KYC_URL: server.address, KYC_SECRET: secrets.own },
    providers: checkProviders,
    received,
    identity: "identity",
    message: (event, { reference, decision, reason }) => ({
      event_id: `00000000-0000-4000-8000-${event.padStart(12, "0")}`,
      reference,
      decision,
      ...(reason && { reason }),
    }),
    malformed: { decision: "perhaps" },
    signed(message, nowMs, signer) {
      const body = JSON.stringify(message);
      const timestamp = `${Math.floor(nowMs / 1000)}`;
      const signature = signatureOf(secrets[signer ?? "own"], "provider", timestamp, body);
      return { body, headers: { "x-key-id": "provider", "x-timestamp": timestamp, "x-signature": signature } };
    },
  };
}

const outcomes = { approved: "GREEN", declined: "RED", more: "AMBER" } as const;
const labels = {
  unreadable: "BLUR",
  expired: "OUT_OF_DATE",
  mismatch: "FACE_DIFFERS",
  more_documents: "INCOMPLETE",
  other: "SOMETHING_NEW",
} as const;

export async function veridocTrial(): Promise<CheckTrial> {
  const received = new Map<string, string[]>();
  const account = { token: "the token at Veridoc", key: Buffer.from("the key of Veridoc's notifications") };
  const server = await providerServer(({ method, path, headers, body }) => {
    if (headers["x-api-token"] !== account.token) return 403;
    const reference = /^\/v2\/cases\/fh-([0-9a-f-]{36})$/.exec(path)?.[1];
    if (method === "PUT" && reference) {
      const { files } = JSON.parse(body.toString()) as { files: CaseFile[] };
      const lines = files.map(({ slot, mime, hex }) => `${slot} ${mime} ${Buffer.from(hex, "hex").toString("base64")}`);
      received.set(reference, lines);
    }
    return { ok: true };
  });
  return {
    name: "veridoc",
    server,
    environment: { KYC_PROVIDER: "veridoc" },
    providers: { ...checkProviders, veridoc: host => veridoc(host, { ...account, address: server.address }) },
    received,
    identity: "ID_FRONT",
    message: (event, { reference, decision, reason }) => ({
      notification: `n-${event}`,
      case: { external: `fh-${reference}`, outcome: outcomes[decision], labels: reason ? [labels[reason]] : [] },
    }),
    malformed: { case: { external: "fh-unknown", outcome: "BLUE", labels: [] } },
    signed(message, nowMs, signer) {
      const body = JSON.stringify(message);
      const key = signer ? Buffer.from(secrets.another) : account.key;
      return {
        body,
        headers: { "x-veridoc-digest": `${nowMs}.${digestOf(key, `${nowMs}`, body).toString("base64")}` },
      };
    },
  };
}
