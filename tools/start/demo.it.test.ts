import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariants } from "#apps/server/invariants.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { checkInvariants, printedChecks } from "#tools/audit/checks.ts";
import { personas } from "../demo/personas.ts";
import { runningDatabase } from "./running-database.ts";
import { root } from "./settings.ts";

/** The launcher as a user starts it, killed while the demo plays, and started again. */

let folder: string;
let environment: Record<string, string>;
let launcher: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairhouse-demo-"));
  const ports = ["PORT", "API_PORT", "SANDBOX_PORT", "SANDBOX_SMTP_PORT", "SANDBOX_SCANNER_PORT", "MAIL_PORT"];
  const free = await Promise.all(ports.map(() => freePort()));
  environment = {
    ...Object.fromEntries(ports.map((name, index) => [name, String(free[index])])),
    DATA_DIR: join(folder, "data"),
    DEMO_CROWD: "0",
    // The demo story plays no slots and bets on no match.
    STUDIO: "0",
    ODDS: "0",
  };
});
afterAll(async () => {
  if (launcher?.exitCode === null) {
    launcher.kill("SIGTERM");
    await once(launcher, "exit");
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts the product in development mode, which needs no build. */
function launch(): { readonly said: () => string } {
  let said = "";
  const child = spawn(process.execPath, [join(root, "tools/start.ts"), "--dev"], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  launcher = child;
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => {
      said += text.toString();
    });
  return { said: () => said };
}

const inData = (name: string) => join(environment.DATA_DIR ?? "", name);
const patience = { timeout: 180_000, interval: 50 };

/** A query to the database of the running server. */
async function readOnly<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(await runningDatabase(environment), { pool: 1, statementTimeoutMs: 0 });
  return work(db).finally(() => db.end());
}

const countBets = () =>
  readOnly(async db => (await db.query("SELECT FROM wallet.bets WHERE round IS NULL LIMIT 1")).rowCount).catch(() => 0);

/** The demo players' entries in the books. */
function played() {
  return readOnly(async db => {
    const { rows: bets } = await db.query<{ email: string; n: bigint }>(
      // Bets of shared rounds, which the second part of the demo makes, belong to a round.
      `SELECT p.email, count(*) AS n FROM wallet.bets b JOIN accounts.players p ON p.id = b.player_id
       WHERE b.round IS NULL AND p.email NOT LIKE 'yesterday-%' AND p.email NOT LIKE 'referred-%' GROUP BY 1 ORDER BY 1`,
    );
    const { rows: deposits } = await db.query<{ email: string; n: bigint }>(
      `SELECT p.email, count(*) AS n FROM payments.invoices i JOIN accounts.players p ON p.id = i.player_id
       WHERE i.status = 3 GROUP BY 1 ORDER BY 1`,
    );
    const { rows: payouts } = await db.query<{ email: string; waitsFor: readonly string[] }>(
      `SELECT p.email, o.waits_for AS "waitsFor" FROM payments.payouts o JOIN accounts.players p ON p.id = o.player_id
       WHERE o.status = 1 AND p.email LIKE 'case-%' ORDER BY 1`,
    );
    const { rows: closed } = await db.query<{
      days: bigint;
      bets: bigint;
      referred: bigint;
      statements: bigint;
      tests: boolean;
      rates: bigint;
    }>(
      `SELECT (SELECT count(*) FROM projections.closed_days) AS days, (SELECT count(*) FROM partners.statements) AS statements,
         (SELECT count(*) FROM wallet.bets b JOIN accounts.players p ON p.id = b.player_id
          WHERE p.email LIKE 'referred-%' AND b.placed_at < now() - interval '20 hours') AS referred, coalesce(sum(transfers) FILTER (WHERE kind = 1), 0)::int8 AS bets,
         bool_and(is_test) FILTER (WHERE kind = 1) AS tests, (SELECT count(*) FROM reporting.tax_rules) AS rates FROM projections.closed_rows`,
    );
    const checks = await db.tx(tx => checkInvariants(tx, invariants), { isolation: "repeatable read", readOnly: true });
    return { bets, closed: closed[0], deposits, payouts, differences: printedChecks(checks).differences };
  });
}

test("a first start that is killed while the demo plays is completed by the next one, and nothing happens twice", async () => {
  launch();
  await expect.poll(() => existsSync(inData("demo.json")), patience).toBe(true);
  await expect.poll(countBets, patience).toBeGreaterThan(0);
  launcher?.kill("SIGKILL");
  await once(launcher as ChildProcess, "exit");
  expect(existsSync(inData("story-pending"))).toBe(true);

  const { said } = launch();
  await expect.poll(said, patience).toContain("Ctrl-C");
  expect(existsSync(inData("story-pending"))).toBe(false);
  expect(said()).toContain("playing the demo");
  const operators = JSON.parse(await readFile(inData("demo-operators.json"), "utf8"));
  expect(operators).toHaveLength(9);
  const { bets, closed, deposits, payouts, differences } = await played();
  const emails = personas.map(({ email }) => email).toSorted();
  const paidIn = new Map(deposits.map(({ email, n }) => [email, Number(n)]));
  expect(emails.map(email => paidIn.get(email))).toEqual(emails.map(() => 1));
  expect(paidIn.get("case-payout@demo.example")).toBe(2);
  expect([paidIn.get("case-card-first@demo.example"), paidIn.get("case-card-second@demo.example")]).toEqual([1, 1]);
  expect(payouts).toEqual([
    { email: "case-card-second@demo.example", waitsFor: ["instrument"] },
    { email: "case-payout@demo.example", waitsFor: ["amount"] },
  ]);
  const rollsOf = new Map(personas.map(({ email, rolls }) => [email, rolls]));
  expect(bets.map(({ email, n }) => [email, Number(n)])).toEqual(emails.map(email => [email, rollsOf.get(email)]));
  // Yesterday's 16 and those of the partner's players in the month before.
  expect(closed).toMatchObject({ bets: 16n + (closed?.referred ?? 0n), statements: 1n, tests: true, rates: 1n });
  expect([(closed?.days ?? 0n) > 27n, (closed?.referred ?? 0n) > 72n]).toEqual([true, true]);
  expect([1, 2, 3, 4, 5, 6].map(n => paidIn.get(`referred-${n}@demo.example`))).toEqual([1, 1, 1, 1, 1, 1]);
  expect(differences).toBe(0);
}, 400_000);
