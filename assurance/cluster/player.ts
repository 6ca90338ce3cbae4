import { randomInt, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "./journal.ts";

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls; what is missing in one is undefined.
  readonly body: any;
  readonly text: string;
}

/** Where players send their calls: the edge, or one node. */
export interface Endpoint {
  readonly port: number;
  readonly host: string;
}

export interface CallNeeds {
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly ip?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 300 });
const answerWithinMs = 20_000;

/** Rejects when no answer came. */
export function call(
  { port, host }: Endpoint,
  method: string,
  path: string,
  { token, key, body, ip }: CallNeeds = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      host: `api.${host}`,
      "accept-language": "en",
      ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(ip !== undefined && { "x-forwarded-for": ip }),
    };
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, answer => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const got = Buffer.concat(chunks).toString("utf8");
        resolve({ status: answer.statusCode ?? 0, text: got, body: parsed(got) });
      });
    });
    sent.on("error", reject);
    sent.setTimeout(answerWithinMs, () => sent.destroy(new Error("no answer")));
    sent.end(text);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Player {
  readonly id: number;
  readonly token: string;
  readonly ip: string;
}

const password = "a password of the drill";
/** A token lives for a quarter of an hour, a drill longer; in its last five minutes a call of the profile returns another one. */
const renewMs = 60_000;

/** Registers, with an address of its own, and picks a client seed. Repeated until it works. */
export async function registerPlayer(endpoint: Endpoint, id: number): Promise<Player> {
  const ip = `10.${randomInt(256)}.${randomInt(256)}.${1 + randomInt(254)}`;
  for (;;) {
    const body = { email: `drill-${randomUUID()}@example.com`, password, currency: "USD", agree: true };
    const answer = await call(endpoint, "POST", "/api/v2/auth/register/email", { body, ip }).catch(() => undefined);
    const token = answer?.body?.token ?? answer?.body?.data?.token;
    if (typeof token === "string") {
      await call(endpoint, "GET", "/api/v1/fairness/seeds", { token, ip });
      await call(endpoint, "PUT", "/api/v1/fairness/client-seed", { token, ip, body: { client_seed: "drill" } });
      return renewed(endpoint, { id, token, ip });
    }
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`a player cannot register: ${answer.status} ${answer.text}`);
    await sleep(300);
  }
}

/** Returns the player with a token that is renewed before it expires. */
function renewed(endpoint: Endpoint, player: Player): Player {
  const own: { id: number; token: string; ip: string } = { ...player };
  setInterval(async () => {
    const answer = await call(endpoint, "GET", "/profile/user", own).catch(() => undefined);
    own.token = answer?.body?.fresh_token ?? own.token;
  }, renewMs).unref();
  return own;
}

const pauseMs = { least: 50, most: 1_500 };
const giveUpMs = 90_000;

/** One movement of money: sent until it has a final answer, always under the same key, in the journal before and after. */
export async function move(
  endpoint: Endpoint,
  player: Player,
  journal: Journal,
  path: string,
  body: unknown,
): Promise<Answer | undefined> {
  const key = randomUUID();
  const entry = journal.begin({ player: player.id, key, path, body });
  for (let attempt = 0; performance.now() - entry.began < giveUpMs; attempt++) {
    const answer = await call(endpoint, "POST", path, { token: player.token, key, body, ip: player.ip }).catch(
      () => undefined,
    );
    // 409 in progress and 429 are answers about now, as 5xx are.
    if (answer && answer.status < 500 && answer.status !== 429 && answer.body?.code !== "idempotency_in_progress") {
      journal.end(entry, answer);
      return answer;
    }
    await sleep(Math.min(pauseMs.most, pauseMs.least * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random()));
  }
  journal.fail(entry);
  return undefined;
}
