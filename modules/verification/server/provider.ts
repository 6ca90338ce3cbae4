import type { Host } from "#kit/host/host.ts";
import { signedHeaders } from "#kit/http/signature.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { DocumentKind } from "../shared/contract.ts";

export interface CheckOrder {
  readonly reference: Uuid;
  readonly documents: readonly { readonly kind: DocumentKind; readonly type: string; readonly content: Uint8Array }[];
}

/** Client of the provider that checks documents. Results arrive as signed messages. */
export interface CheckProvider {
  /** Throws when it was not accepted; the same reference is the same check. */
  order(check: CheckOrder): Promise<void>;
}

/** At KYC_URL, over HTTP, signed with KYC_SECRET. */
export function httpCheckProvider(host: Host): CheckProvider {
  return {
    async order({ reference, documents }) {
      const { KYC_URL: address, KYC_SECRET: secret } = host.config;
      if (!address || !secret) throw new Error("no verification company is configured: KYC_URL and KYC_SECRET");
      const files = documents.map(({ kind, type, content }) => ({
        kind,
        type,
        content: Buffer.from(content).toString("base64"),
      }));
      const body = JSON.stringify({ reference, documents: files });
      const response = await fetch(`${address}/checks`, {
        method: "POST",
        headers: signedHeaders(secret, body, host.clock.now()),
        body,
        redirect: "error",
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok) throw new Error(`the verification company answered ${response.status}`);
    },
  };
}
