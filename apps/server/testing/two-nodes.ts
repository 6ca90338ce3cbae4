import { randomBytes, randomUUID } from "node:crypto";
import { publishChain } from "#assurance/load/publish-chain.ts";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { type Running, startServer } from "../start-server.ts";

/** Two nodes on one database, each with its listeners, rounds of crash running on one of them. */
export interface TwoNodes {
  readonly database: TestDatabase;
  /** The first that started leads. */
  readonly leader: Running;
  readonly other: Running;
  close(): Promise<void>;
}

export const clusterSecret = "a cluster secret that tests know, long enough";

export const nodeSettings = (url: string, name: string, more: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: url,
  NODE_NAME: name,
  INTERNAL_LISTEN: "127.0.0.1:0",
  CLUSTER_SECRET: clusterSecret,
  IDLE_MINUTES: "0",
  DRAIN_SECONDS: "0",
  ...more,
});

export async function openTwoNodes(more: Readonly<Record<string, string>> = {}): Promise<TwoNodes> {
  const database = await testDatabase("all");
  const settings = (name: string, own: Readonly<Record<string, string>> = {}) =>
    testConfig(nodeSettings(database.url, name, { ...more, ...own }));
  const options = { balanceAfterMs: Number.POSITIVE_INFINITY };
  const saltOf = () => randomBytes(32).toString("hex");
  await publishChain(database.db, environmentOf(database.url), { sequence: "crash", game: "crash", saltOf });
  const leader = await startServer(settings("a"), options);
  await leads(leader, "crash");
  const other = await startServer(settings("b", { MIGRATE: "never" }), options);
  return {
    database,
    leader,
    other,
    async close() {
      await other.stop();
      await leader.stop();
      await database.close();
    },
  };
}

/** The settings of a test as the environment of a process. */
function environmentOf(url: string): Readonly<Record<string, string>> {
  const config = testConfig({ DATABASE_URL: url });
  const texts = Object.entries(config).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return Object.fromEntries(texts.map(([name, value]) => [name, `${value}`]));
}

async function leads({ host }: Running, rounds: string): Promise<void> {
  for (;;) {
    const { rows } = await host.db.query("SELECT FROM cluster.leaders WHERE name = $1 AND beat > '-infinity'", [
      rounds,
    ]);
    if (rows.length > 0) return;
    await new Promise<void>(resolve => void host.clock.after(50, resolve));
  }
}

export interface Person {
  readonly token: string;
  readonly player: string;
}

/** A signed-in player with 100 dollars and a client seed. */
export async function personWithMoney(node: Running): Promise<Person> {
  const registration = {
    email: `p-${randomUUID()}@example.com`,
    password: "correct horse",
    currency: "USD",
    agree: true,
  };
  const { body } = await ask(node, "POST", "/api/v2/auth/register/email", { body: registration });
  const token = String(body.token);
  const player = (await node.modules.accounts.authenticate(token))?.player;
  if (!player) throw new Error(`a player is registered: ${JSON.stringify(body)}`);
  const { wallet } = node.modules;
  const reference = randomUUID() as string as Uuid;
  const amount = micros(100_000_000n);
  await node.host.db.tx(async tx => {
    await wallet.open(tx, player, "USD");
    const deposit = { owner: player, currency: "USD", amount, kind: "deposit", reference } as const;
    await wallet.credit(tx, { ...deposit, from: depositsClearing("sandbox") });
  });
  await ask(node, "GET", "/api/v1/fairness/seeds", { token });
  await ask(node, "PUT", "/api/v1/fairness/client-seed", { token, body: { client_seed: "picked" } });
  return { token, player };
}

export interface CallInput {
  readonly token?: string;
  readonly key?: string;
  readonly body?: object;
}

export async function ask(
  { apiPort }: Pick<Running, "apiPort">,
  method: string,
  path: string,
  { token, key, body }: CallInput = {},
) {
  const answer = await fetch(`http://127.0.0.1:${apiPort}${path}`, {
    method,
    headers: {
      "idempotency-key": key ?? randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer; types would only repeat it.
  return { status: answer.status, text, body: (text === "" ? {} : JSON.parse(text)) as any };
}
