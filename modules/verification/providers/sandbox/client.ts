import type { Host } from "#kit/host/host.ts";
import { signedHeaders } from "#kit/http/signature.ts";
import type { CheckProvider } from "../../server/provider.ts";

/** The outgoing calls, signed with `secret`. */
export function sandboxClient(
  host: Pick<Host, "clock">,
  { address, secret }: { readonly address: string; readonly secret: string },
): Omit<CheckProvider, "receive"> {
  async function post(path: string, message: object, timeoutMs: number): Promise<void> {
    const body = JSON.stringify(message);
    const response = await fetch(`${address}${path}`, {
      method: "POST",
      headers: signedHeaders(secret, body, host.clock.now()),
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the verification provider answered ${response.status}`);
  }

  return {
    async order({ reference, documents }) {
      const files = documents.map(({ kind, type, content }) => ({
        kind,
        type,
        content: Buffer.from(content).toString("base64"),
      }));
      await post("/checks", { reference, documents: files }, 30_000);
    },
    probe: () => post("/health", {}, 8_000),
  };
}
