import { randomUUID } from "node:crypto";
import { request } from "node:http";

/** The response to a call. `body` is the parsed JSON, or null for an empty response. */
export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> | null;
}

/** A client of the public API on this machine, as an external developer could write it from /openapi.json. */
export interface ApiClient {
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  /** Sends this Idempotency-Key, or a fresh one. */
  readonly money?: boolean | string;
}

/** Names under `localhost` do not resolve inside Node, so the address is 127.0.0.1 and the name goes into the Host header. */
export function apiClient(port: number, host: string): ApiClient {
  return {
    call: (method, path, { token, body, money } = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const sent = request(
          {
            host: "127.0.0.1",
            port,
            method,
            path,
            headers: {
              host,
              "accept-language": "en",
              ...(text === undefined ? {} : { "content-type": "application/json" }),
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...(money ? { "idempotency-key": money === true ? randomUUID() : money } : {}),
            },
          },
          answer => {
            const chunks: Buffer[] = [];
            answer.on("data", (chunk: Buffer) => chunks.push(chunk));
            answer.on("end", () => {
              const answerText = Buffer.concat(chunks).toString("utf8");
              try {
                resolve({ status: answer.statusCode ?? 0, body: answerText === "" ? null : JSON.parse(answerText) });
              } catch {
                // A proxy without a server answers with a page of its own.
                reject(new Error(`${method} ${path} was answered ${answer.statusCode} without JSON`));
              }
            });
            answer.on("error", reject);
          },
        );
        sent.on("error", reject);
        sent.setTimeout(15_000, () => sent.destroy(new Error(`no response to ${method} ${path} within 15 s`)));
        sent.end(text);
      }),
  };
}

/** The `data` of a reply that must be a success; an Error with the server's message otherwise. */
export function dataOf<T>(reply: Reply, what: string): T {
  if (reply.status < 300) return (reply.body?.data ?? reply.body) as T;
  throw new Error(`${what}: the server responded ${reply.status} ${JSON.stringify(reply.body)}`);
}
