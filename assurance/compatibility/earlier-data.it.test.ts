import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBeacon } from "#apps/sandbox/beacon.ts";
import { invariants } from "#apps/server/invariants.ts";
import { type FullApp, openAppOn } from "#apps/server/testing/full-app.ts";
import { migrate } from "#kit/db/migrate.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { type ResealCount, reseal } from "#kit/host/reseal.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { Session } from "#kit/http/handler.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { type TestAnswer, type TestApi, testApi } from "#kit/testing/test-api.ts";
import { testHost } from "#kit/testing/test-host.ts";
import { chainInvariants } from "#modules/audit/server/index.ts";
import type { ProofRecord } from "#modules/fairness/shared/proof.ts";
import { publishedRound } from "#modules/fairness/shared/published.ts";
import { verifyRecord } from "#modules/fairness/shared/verification.ts";
import { auditSigningKey } from "#tools/start/data-folder.ts";
import { verifiers } from "#tools/verify/verifiers.ts";
import { type Dump, readDump, restoreDatabase } from "./restore-database.ts";

/**
 * `before-renames.tsv.gz` holds every row that commit d4552c7 wrote while its demo players played all games for a few minutes: with open
 * rounds, payouts in review and an audit log. This version opens it, verifies it and plays on.
 */

const file = join(import.meta.dirname, "before-renames.tsv.gz");
/** Secrets of the installation that wrote the file; it contained nothing but demo data. */
const secretKey = "bc3be990a8bbcb9ed74734850e2ff1a8718203391961d3c4028112b477fbbe14";
const beaconSeed = "e6da2e6df6b421912f2e0162ba616b6eb2dcdf8c872c6d623975b3144dcc9170";
const checkpoint =
  '{"number":6,"hash":"c535bbc0f0950bc7c36175999607016cafe7835f026bd1db5051423bcadbd4f7","at":"2026-11-23T07:40:00.020Z","signature":"5e03d91b8b8d9e79b875ba41cd7d5137880a9d4b267eee7928106cb84dbb34630984e211573205f627ffb203c21d7f9ab89f68b5836c89090d3cffea34b58e04"}';
const writtenAt = Date.parse("2026-11-23T07:44:00Z");

let dump: Dump;
let app: FullApp;
let api: TestApi;
let folder: string;
let audit: { readonly file: string; readonly signingKey: string };

beforeAll(async () => {
  dump = await readDump(file);
  folder = await mkdtemp(join(tmpdir(), "fairhouse-audit-"));
  audit = {
    file: join(folder, "audit-checkpoints.jsonl"),
    signingKey: auditSigningKey({ secretKey, beaconSeed, paymentsSecret: "", databasePassword: "" }),
  };
  await writeFile(audit.file, `${checkpoint}\n`);
  const database = await restoreDatabase(dump);
  await migrate(database.db, await migrationsOf("all"));
  const seed = createHash("sha256").update(beaconSeed).digest();
  const beacon = createBeacon({ seed, clock: { now: () => writtenAt } }).info();
  const environment = {
    SECRET_KEY: secretKey,
    AUDIT_SIGNING_KEY: audit.signingKey,
    AUDIT_CHECKPOINT_FILE: audit.file,
    BEACON_CHAIN: beacon.hash,
    BEACON_PUBLIC_KEY: beacon.public_key,
  };
  app = await openAppOn(await testHost({ modules: "all", database, environment, startMs: writtenAt }));
  const { rows } = await database.db.query<{ id: PlayerId; session: Uuid; currency: Currency }>(
    `SELECT p.id, s.id AS session, p.currency FROM accounts.players p
     JOIN LATERAL (SELECT id FROM accounts.sessions WHERE player_id = p.id ORDER BY id DESC LIMIT 1) s ON true`,
  );
  const sessions = new Map<string, Session>(
    rows.map(({ id: player, session: id, currency }) => [player, { id, player, currency, test: true }]),
  );
  api = await testApi(app.host, app.modules.all, token => sessions.get(token) ?? null);
});
afterAll(async () => {
  await app?.host.close();
  await rm(folder, { recursive: true });
});

const step: Readonly<Record<string, readonly [string, object]>> = {
  hilo: ["guess", { choice: "red" }],
  miner: ["reveal", { tile: 0 }],
};

test("open rounds of stepwise games are played to their end", async () => {
  let ended = 0;
  for (const token of await bettors())
    for (const { id, game } of await betsOf(token, "open")) {
      const [path, body] = step[game] ?? [];
      if (!path) continue;
      const stepped = await api.call(`POST /api/v1/games/${game}/bets/${id}/${path}`, {
        token,
        key: randomUUID(),
        body,
      });
      expect(stepped.status, stepped.text).toBe(200);
      if (stepped.body.data.status === "open") {
        const out = await api.call(`POST /api/v1/games/${game}/bets/${id}/cash-out`, { token, key: randomUUID() });
        expect([out.status, out.body.data?.status], out.text).toEqual([200, "settled"]);
      }
      ended += 1;
    }
  expect(ended).toBeGreaterThanOrEqual(2);
});

test("players bet on and are paid", async () => {
  const { rows } = await app.host.db.query<{ id: string }>(
    "SELECT player_id::text AS id FROM wallet.bets b JOIN accounts.players p ON p.id = player_id WHERE p.currency = 'USD' AND b.currency = 'USD' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  );
  const token = required(rows[0], "a player in US dollars").id;
  for (let n = 0; n < 20; n++) {
    const before = await balanceOf(token);
    const body = { stake: "1", direction: "under", target: "49.50" };
    const bet = await api.call("POST /api/v1/games/dice/bets", { token, key: randomUUID(), body });
    expect(bet.status, bet.text).toBe(201);
    const { payout, balance } = bet.body.data;
    expect(parseDecimal(balance)).toBe(before - parseDecimal("1") + parseDecimal(payout));
  }
});

test("a payout that waited for review is cancelled and its money comes back", async () => {
  const { rows } = await app.host.db.query<{ id: string; playerId: string; amount: bigint }>(
    `SELECT id, player_id AS "playerId", amount FROM payments.payouts ORDER BY amount DESC LIMIT 1`,
  );
  const { id, playerId: token, amount } = required(rows[0], "a payout");
  const before = await balanceOf(token);
  const cancelled = await api.call(`DELETE /api/v1/billing/payouts/${id}`, { token, key: randomUUID() });
  expect(cancelled.status, cancelled.text).toBeLessThan(300);
  expect(await balanceOf(token)).toBe(before + BigInt(amount));
});

async function balanceOf(token: string): Promise<bigint> {
  const { rows } = await app.host.db.query<{ real: bigint }>(
    "SELECT w.real FROM wallet.wallets w JOIN accounts.players p ON p.id = w.player_id AND p.currency = w.currency WHERE p.id = $1",
    [token],
  );
  return BigInt(required(rows[0], "a wallet").real);
}

test("every bet of every player verifies after their seeds were revealed", async () => {
  const games = new Set<string>();
  for (const token of await bettors()) {
    const rotated = await api.call("POST /api/v1/fairness/rotate", { token, body: { client_seed: "revealed" } });
    expect([200, 409], rotated.text).toContain(rotated.status);
    for (const { id } of await betsOf(token, "settled")) {
      const record = await recordOf(id, token);
      const round = publishedRound(record);
      const found = verifyRecord(record, verifiers, nobleHashes, round === null ? undefined : await recordOf(round));
      // The crash round that was in flight when the rows were written: some had cashed out, its point is secret.
      const inFlight = record.kind === "chain" && record.game === "crash" && record.link === null;
      const verdict = inFlight ? "not_revealed" : "matches";
      expect.soft([record.game, id, found.verdict]).toEqual([record.game, id, verdict]);
      games.add(record.game);
    }
  }
  expect(games.size).toBeGreaterThanOrEqual(12);
});

interface BetRow {
  readonly id: string;
  readonly game: string;
  readonly status: string;
}

async function bettors(): Promise<readonly string[]> {
  const { rows } = await app.host.db.query<{ id: string }>("SELECT DISTINCT player_id::text AS id FROM wallet.bets");
  return rows.map(({ id }) => id);
}

async function betsOf(token: string, status: string): Promise<readonly BetRow[]> {
  const bets: BetRow[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: TestAnswer = await api.call(`GET /api/v1/bets${cursor && `?cursor=${cursor}`}`, { token });
    expect(page.status, page.text).toBe(200);
    bets.push(...page.body.data.items);
    cursor = page.body.data.next_cursor;
  }
  return bets.filter(bet => bet.status === status);
}

async function recordOf(id: string, token?: string): Promise<ProofRecord> {
  const answer = await api.call(`GET /api/v1/rounds/${id}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.proof;
}

test("the queue has no job that this version does not run", () => {
  // Runs where coins are configured.
  const known = new Set([
    "crypto-reconcile",
    ...app.modules.all.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name)),
  ]);
  const stored = (dump.rows.get("graphile_worker._private_tasks") ?? []).map(
    row => JSON.parse(row).identifier as string,
  );
  expect(stored.length).toBeGreaterThan(20);
  expect(stored.filter(name => !known.has(name))).toEqual([]);
});

test("the books and the audit log hold", async () => {
  for (const { id, name, run } of [...invariants, ...chainInvariants(audit)])
    expect.soft([id, name, await run(app.host.db)]).toEqual([id, name, []]);
});

test("everything sealed is sealed again under another key, by a run that was cut off and one that ends", async () => {
  const { db, random } = app.host;
  const next = "7e".repeat(32);
  const config = { SECRET_KEY: secretKey, SEAL_KEY: next, SEAL_KEY_OLD: secretKey };
  const columns = app.modules.all.flatMap(({ sealed = [] }) => sealed);
  const all = async (isCheck: boolean) => {
    const counts = new Map<string, ResealCount>();
    for (const column of columns)
      counts.set(`${column.table}.${column.column}`, await reseal({ db, random, config }, column, { isCheck }));
    return counts;
  };
  const before = await all(true);
  const seeds = required(
    columns.find(({ table }) => table === "fairness.seeds"),
    "a declared column",
  );
  const killed = new Error("killed");
  const onBatch = () => {
    throw killed;
  };
  await expect(reseal({ db, random, config }, seeds, { onBatch })).rejects.toBe(killed);
  const after = await all(false);
  for (const [name, { resealed, unreadable }] of before) {
    expect.soft([name, unreadable]).toEqual([name, 0]);
    const counts = required(after.get(name), name);
    expect.soft([name, counts.resealed + counts.current, counts.unreadable]).toEqual([name, resealed, 0]);
    if (name !== "fairness.seeds.encrypted_seed") expect.soft([name, counts.current]).toEqual([name, 0]);
  }
  const filled = [...before].filter(([, { resealed }]) => resealed > 0).map(([name]) => name);
  expect(filled).toEqual(
    expect.arrayContaining(["fairness.seeds.encrypted_seed", "fairness.chains.encrypted_checkpoints"]),
  );
  expect([...(await all(true)).values()].every(({ resealed, unreadable }) => resealed + unreadable === 0)).toBe(true);

  const { rows } = await db.query<{ sealed: Buffer; label: string; hash: Buffer }>(
    `SELECT encrypted_seed AS sealed, ${seeds.label} AS label, hash FROM fairness.seeds`,
  );
  const renewed = createSecretSeal({ config: { SECRET_KEY: secretKey, SEAL_KEY: next }, random }, seeds.purpose);
  const former = createSecretSeal({ config: { SECRET_KEY: secretKey }, random }, seeds.purpose);
  for (const { sealed, label, hash } of rows) {
    expect(createHash("sha256").update(renewed.open(sealed, label)).digest().equals(hash)).toBe(true);
    expect(() => former.open(sealed, label)).toThrow();
  }
});

test("every column of sealed bytes is declared", async () => {
  const { rows } = await app.host.db.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE data_type = 'bytea' AND column_name ~ '(^|_)(sealed|encrypted|secret|content|private_key)(_|$)' ORDER BY 1`,
  );
  // Pictures that everybody sees, and secrets of rounds that are over.
  const open = ["fairness.between_rounds.secret", "profiles.avatars.content"];
  const declared = app.modules.all.flatMap(({ sealed = [] }) =>
    sealed.map(({ table, column }) => `${table}.${column}`),
  );
  expect(rows.map(({ name }) => name).filter(name => !open.includes(name))).toEqual(declared.sort());
});
