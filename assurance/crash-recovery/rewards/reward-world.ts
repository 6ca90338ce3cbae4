import { randomUUID } from "node:crypto";
import type { FailpointName } from "#apps/server/failpoints.ts";
import type { Host } from "#kit/host/host.ts";
import { noFailpoints } from "#kit/host/system.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestCall } from "#kit/testing/test-api.ts";
import type { TestDatabase } from "#kit/testing/test-database.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { password } from "../people.ts";
import { fastClock, type RecoveryApp, runJob, runRecoveryApp } from "../recovery-app.ts";

/** A server that does what it is told, and that may die in the middle: then nothing answers. */
export interface Server {
  call(name: string, call: TestCall): Promise<{ readonly status: number; readonly text: string } | undefined>;
  job(name: string, payload?: object): Promise<unknown>;
}

/** What a failpoint is in the middle of. */
export interface Act {
  readonly at: FailpointName;
  /** Makes what has to exist before: of its own for each time. */
  prepare(): Promise<Prepared>;
}

export interface Prepared {
  /** What the server does; repeated with the same keys it changes nothing. */
  run(server: Server): Promise<void>;
  /** What is in the books once it has run to its end. */
  found(): Promise<unknown>;
  readonly expected: unknown;
}

export interface Winner {
  readonly id: PlayerId;
  readonly token: string;
}

/** Everything around the server that is killed: players, operators and time. */
export interface World {
  readonly host: Host;
  readonly modules: RecoveryApp["modules"];
  /** One that is never killed. */
  readonly server: Server;
  /** How far time has been moved on, in milliseconds. */
  readonly ahead: number;
  pass(ms: number): Promise<void>;
  /** Verified, with 1,000 dollars and seeds of their own. */
  player(source?: object): Promise<Winner>;
  /** Calls a server that is not killed, and expects success. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls.
  call(who: Winner, name: string, body?: object): Promise<any>;
  /** Owners, signed in to the back office: what one asks for the other approves. */
  owners(): Promise<{ readonly asks: TestOperator; readonly approves: TestOperator }>;
  /** Has the other owner approve what `ask` requests. */
  approved(ask: (tx: Parameters<Parameters<Host["db"]["tx"]>[0]>[0], by: Asker) => Promise<Requested>): Promise<void>;
  rows<T extends object>(sql: string, ...parameters: readonly unknown[]): Promise<readonly T[]>;
  /** Everything that was played by now is in the projections. */
  fold(): Promise<void>;
  close(): Promise<void>;
}

type Requested = { readonly id: Uuid } | { readonly request: { readonly id: Uuid } | null };

const prices = { USD: "1", EUR: "1.25", RUB: "0.0125", KZT: "0.002", INR: "0.0125" };
/** Sessions of operators end without a call; their proof of a code sooner. */
const signedInMs = 5 * 60_000;

export async function openWorld(database: TestDatabase, environment: Readonly<Record<string, string>>): Promise<World> {
  const { db } = database;
  let ahead = 0;
  const real = fastClock(1);
  const clock = { ...real, now: () => real.now() + ahead };
  const app = await runRecoveryApp(environment, noFailpoints, {
    clock,
    starts: module => ["wallet", "bets"].includes(module),
  });
  const { modules, api, host } = app;
  const { operators, approvals, wallet, projections } = modules;
  await fixTestRates(db, clock.now(), prices);
  let signedIn: { readonly at: number; readonly both: ReturnType<World["owners"]> } | undefined;

  const owner = (name: string) => testOperator({ host: host as TestHost, api, operators }, "owner", name);
  const signIn = async () => ({ asks: await owner("Askar"), approves: await owner("Saule") });
  const owners = () => {
    if (!signedIn || clock.now() - signedIn.at > signedInMs) signedIn = { at: clock.now(), both: signIn() };
    return signedIn.both;
  };

  async function call(who: Winner, name: string, body?: object) {
    const answer = await api.call(name, { token: who.token, key: randomUUID(), ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.body?.data;
  }

  return {
    host,
    modules,
    server: { call: api.call, job: (name, payload) => runJob(app, name, payload) },
    get ahead() {
      return ahead;
    },
    async pass(ms) {
      ahead += ms;
      await fixTestRates(db, clock.now(), prices);
    },
    async player(source = {}) {
      const body = { email: `${randomUUID()}@example.org`, password, currency: "USD", agree: true, ...source };
      const registered = await api.call("POST /api/v2/auth/register/email", { body, ip: addressOf(randomUUID()) });
      if (registered.status !== 201) throw new Error(registered.text);
      const id = required(
        (await db.query<{ id: PlayerId }>("SELECT id FROM accounts.players WHERE email = $1", [body.email])).rows[0],
        "registered",
      ).id;
      await db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [id]);
      await db.query("INSERT INTO verification.cases (player_id, status) VALUES ($1, 'verified')", [id]);
      const player = { id, token: `${id} USD ${randomUUID()}` };
      await call(player, "GET /api/v1/fairness/seeds");
      await call(player, "PUT /api/v1/fairness/client-seed", { client_seed: "seed-of-mine" });
      await db.tx(async tx => {
        const paid = { owner: id, currency: "USD", amount: parseDecimal("1000"), kind: "deposit" } as const;
        await wallet.open(tx, id, "USD");
        await wallet.credit(tx, { ...paid, reference: host.ids.next(), from: depositsClearing("sandbox") });
      });
      return player;
    },
    call,
    owners,
    async approved(ask) {
      const { asks, approves } = await owners();
      await db.tx(async tx => {
        const asked = await ask(tx, { id: asks.id as Uuid, name: asks.name });
        const request = "request" in asked ? asked.request : asked;
        if (request === null) return;
        const { rows } = await tx.query<{ hash: Uint8Array }>(
          "SELECT payload_hash AS hash FROM approvals.requests WHERE id = $1",
          [request.id],
        );
        const by = { id: approves.id as Uuid, name: approves.name, role: "owner", address: null, requestId: null };
        await approvals.approve(tx, request.id, required(rows[0], "just asked").hash, by);
      });
    },
    async rows<T extends object>(sql: string, ...parameters: readonly unknown[]) {
      return (await db.query<T>(sql, parameters as never)).rows;
    },
    fold: () => projections.foldNow(),
    close: () => app.close(),
  };
}

/** Many registrations from one address would need a captcha. */
function addressOf(id: string): string {
  const part = (at: number) => Number.parseInt(id.slice(at, at + 2), 16);
  return `10.${part(0)}.${part(2)}.${part(4)}`;
}

/** A bet of dice with its key, repeated until it is answered. */
export function bets(who: Winner, stake: string, target = "49.50"): (server: Server) => Promise<void> {
  const key = randomUUID();
  return async server => {
    const body = { stake, direction: "over", target };
    const answer = await server.call("POST /api/v1/games/dice/bets", { token: who.token, key, body });
    if (answer && answer.status !== 201) throw new Error(answer.text);
  };
}

/** A call of a player with its key. */
export function asks(who: Winner, name: string, body: object = {}): (server: Server) => Promise<void> {
  const key = randomUUID();
  return async server => {
    const answer = await server.call(name, { token: who.token, key, body });
    if (answer && answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
  };
}
