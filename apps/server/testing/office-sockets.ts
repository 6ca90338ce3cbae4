import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { WebSocket } from "ws";
import type { TestAnswer, TestApi, TestCall } from "#kit/testing/test-api.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import type { Running } from "../start-server.ts";

/** The back office of a running server, over the network and under its own host name. */

export function officeApi(running: Running): TestApi {
  return {
    call(nameAndPath, { body, cookies = {}, key = randomUUID() }: TestCall = {}) {
      const [method = "", path = ""] = nameAndPath.split(" ");
      const headers = {
        host: hostOf(running),
        "content-type": "application/json",
        "idempotency-key": key,
        cookie: cookieHeader(cookies),
      };
      return new Promise<TestAnswer>((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port: running.port, method, path, headers }, async response => {
          const text = (await response.setEncoding("utf8").toArray()).join("");
          const pairs = (response.headers["set-cookie"] ?? []).map(line => (line.split(";")[0] ?? "").split("="));
          resolve({
            status: response.statusCode ?? 0,
            text,
            bytes: Buffer.from(text),
            body: text === "" ? undefined : JSON.parse(text),
            headers: response.headers as TestAnswer["headers"],
            cookies: Object.fromEntries(pairs),
          });
        });
        sent.on("error", reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      });
    },
  };
}

const hostOf = ({ hosts }: Running) => new URL(hosts.officeOrigin).host;

const cookieHeader = (cookies: Readonly<Record<string, string>>) =>
  Object.entries(cookies)
    .map(pair => pair.join("="))
    .join("; ");

export interface OfficeSocket {
  /** The next message that is not an answer to hello. */
  next(): Promise<Record<string, unknown>>;
  follow(path: string): void;
  readonly closed: Promise<number>;
}

/** The status of an upgrade that was refused, or the socket. */
export async function openOfficeSocket(
  running: Running,
  { cookies }: Pick<TestOperator, "cookies">,
  origin: string | undefined = running.hosts.officeOrigin,
): Promise<OfficeSocket | number> {
  const headers = { host: hostOf(running), cookie: cookieHeader(cookies), ...(origin !== undefined && { origin }) };
  const ws = new WebSocket(`ws://127.0.0.1:${running.port}/ws`, { headers });
  const refused = await new Promise<number | undefined>((resolve, reject) => {
    ws.once("open", () => resolve(undefined));
    ws.once("unexpected-response", (_request, response) => resolve(response.statusCode));
    ws.once("error", reject);
  });
  if (refused !== undefined) return refused;
  const messages: Record<string, unknown>[] = [];
  const waiting: ((message: Record<string, unknown>) => void)[] = [];
  ws.on("message", data => {
    const message = JSON.parse(String(data));
    if ("welcome" in message) return;
    const take = waiting.shift();
    if (take) take(message);
    else messages.push(message);
  });
  ws.send(JSON.stringify({ hello: {} }));
  return {
    next: async () => messages.shift() ?? new Promise(resolve => waiting.push(resolve)),
    follow: path => ws.send(JSON.stringify({ sub: `office.changes/${path}` })),
    closed: new Promise(resolve => ws.once("close", resolve)),
  };
}
