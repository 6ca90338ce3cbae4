import type { Host } from "#kit/host/host.ts";
import type { CheckProvider } from "../../server/provider.ts";
import { readNotification } from "./webhook.ts";
import { type CaseFile, slots } from "./wire.ts";

export interface VeridocAccount {
  readonly address: string;
  readonly token: string;
  /** Key that signs notifications. */
  readonly key: Uint8Array;
}

/** A whole provider that shares neither fields nor signature scheme with the sandbox. */
export function veridoc(host: Pick<Host, "clock">, { address, token, key }: VeridocAccount): CheckProvider {
  async function send(method: string, path: string, body?: object): Promise<void> {
    const headers = { "x-api-token": token, "content-type": "application/json" };
    const response = await fetch(`${address}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`Veridoc answered ${response.status}`);
  }
  return {
    async order({ reference, documents }) {
      const files = documents.map(
        ({ kind, type, content }): CaseFile => ({
          slot: slots[kind],
          mime: type,
          hex: Buffer.from(content).toString("hex"),
        }),
      );
      await send("PUT", `/v2/cases/fh-${reference}`, { files });
    },
    probe: () => send("GET", "/v2/status"),
    receive: call => readNotification(key, call, host.clock.now()),
  };
}
