import { expect } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { type Check, checks } from "#modules/verification/shared/checklist.ts";
import { invariants } from "../invariants.ts";
import { openFullApp, type Somebody } from "./full-app.ts";

/** The operators askar, madina and timur over all modules on PostgreSQL, and what tests of their pages have in common. */
export async function openOffice(environment: Readonly<Record<string, string>> = {}) {
  const app = await openFullApp(environment);
  const someone = (role: Parameters<typeof testOperator>[1], name: string, ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, { ip });
  const [askar, madina, timur] = await Promise.all([
    someone("owner", "Askar", "203.0.113.1"),
    someone("finance", "Madina", "203.0.113.2"),
    someone("risk", "Timur", "203.0.113.3"),
  ]);
  const picture = testPng().toString("base64");
  return {
    app,
    askar,
    madina,
    timur,
    /** Submits documents of these kinds for verification. */
    async giveDocuments({ token }: Somebody, kinds: readonly string[]): Promise<void> {
      for (const kind of kinds)
        await app.api.call("POST /api/v1/verification/documents", { token, body: { kind, content: picture } });
      expect((await app.api.call("POST /api/v1/verification/submit", { token, body: {} })).status).toBe(200);
    },
    decide: (who: Somebody, decision: string, confirmed: readonly Check[] = checks) =>
      timur.call(`POST /api/office/kyc/${who.id}/decision`, {
        decision,
        checks: confirmed,
        reason: "papers are right",
      }),
    /** Money created by a correction of two operators, which is balanced in the books. */
    async fund(who: Somebody, amount: string): Promise<void> {
      const ask = { player: who.id, currency: "USD", amount, reason: "to begin with" };
      const { id } = (await madina.call("POST /api/office/corrections", ask)).body.data;
      expect((await askar.call(`POST /api/office/corrections/${id}/book`, {})).status).toBe(200);
    },
    wallets: async ({ token }: Somebody) =>
      (await app.api.call("GET /profile/user", { token })).body.user.balance as string,
    /** The audit log entries about something, the oldest first. */
    async auditActions(subject: string): Promise<readonly AuditEntry[]> {
      const { items } = (await askar.call(`GET /api/office/audit?subject=${subject}`)).body.data;
      return items.toReversed();
    },
    job: (name: string, payload: object = {}) =>
      required(
        app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === name),
        name,
      ).run(payload),
    /** After each test: no invariant is broken, and the audit log is an unbroken chain. */
    async expectRightBooks(): Promise<void> {
      expect(await differencesOf(app.host.db, invariants)).toEqual([]);
      expect((await verifyChain(app.host.db)).faults).toEqual([]);
    },
  };
}

interface AuditEntry {
  readonly action: string;
  readonly operator: string;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
}
