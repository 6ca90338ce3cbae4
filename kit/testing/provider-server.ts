import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A status; the body of a 200, sent as JSON; or a whole response. */
export type ProviderResponse = number | object | Response;

/** A server of its own for a provider in a test. */
export interface ProviderServer {
  readonly address: string;
  /** While true everything is answered with 503. */
  isAway: boolean;
  close(): Promise<void>;
}

export async function providerServer(respond: (request: ProviderRequest) => ProviderResponse): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    const result = state.isAway ? 503 : respond({ method, path, headers, body: Buffer.concat(chunks) });
    const whole =
      result instanceof Response
        ? result
        : Response.json(typeof result === "number" ? {} : result, {
            status: typeof result === "number" ? result : 200,
          });
    response.writeHead(whole.status, Object.fromEntries(whole.headers));
    response.end(await whole.text());
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const state: ProviderServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAway: false,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  return state;
}
