import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export const northpayToken = "the merchant's token at Northpay";

interface Stored {
  readonly [field: string]: unknown;
}

/** The invented provider's own server, with what it has stored. */
export interface NorthpayServer {
  readonly address: string;
  readonly publicKey: string;
  readonly checkouts: Map<string, Stored>;
  readonly transfers: Map<string, Stored>;
  /** Headers and body of a callback signed at `nowMs`. */
  signed(callback: object, nowMs: number): { readonly body: string; readonly headers: Record<string, string> };
  close(): Promise<void>;
}

export async function startNorthpay(): Promise<NorthpayServer> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const checkouts = new Map<string, Stored>();
  const transfers = new Map<string, Stored>();

  function respond(method: string, path: string, body: Stored): Stored | undefined {
    const [, , kind, ref = ""] = path.split("/");
    if (kind === "ping") return { pong: true };
    if (kind === "checkouts" && method === "PUT") {
      const landing = `https://north.example/pay/${ref}`;
      const checkout = { ...body, checkout_id: `co_${ref}`, merchant_ref: ref, landing, state: "OPEN", receipts: [] };
      if (!checkouts.has(ref)) checkouts.set(ref, checkout);
    }
    if (kind === "checkouts") return checkouts.get(ref);
    if (!transfers.has(ref)) transfers.set(ref, { ...body, merchant_ref: ref, state: "QUEUED" });
    return transfers.get(ref);
  }

  const server = createServer(async (request, response) => {
    const isMerchant = request.headers.authorization === `Bearer ${northpayToken}`;
    const found = isMerchant && respond(request.method ?? "", request.url ?? "", await bodyOf(request));
    response.writeHead(!isMerchant ? 401 : found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found || {}));
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey: publicKey.export({ type: "spki", format: "pem" }) as string,
    checkouts,
    transfers,
    signed(callback, nowMs) {
      const body = JSON.stringify(callback);
      const signature = sign(null, Buffer.from(`${nowMs}|${body}`), privateKey).toString("base64");
      return { body, headers: { "north-signature": `t=${nowMs},ed25519=${signature}` } };
    },
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Stored> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
}
