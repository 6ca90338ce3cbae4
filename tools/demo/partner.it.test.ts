import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { invariants } from "#apps/server/invariants.ts";
import { createModules } from "#apps/server/modules.ts";
import { testHost } from "#kit/testing/test-host.ts";
import { checkInvariants, printedChecks } from "#tools/audit/checks.ts";
import { hireOperators } from "./operators.ts";
import { closePartnersMonth, partnerAccount, runPartner } from "./partner.ts";
import { inThePast } from "./past.ts";

/** The month of the demo's partner, on a clock of a test, twice: as after an interrupted start. */

test("a partner's month is played and closed once, by test accounts, and the books agree", async () => {
  const host = await testHost({ modules: "all" });
  const folder = await mkdtemp(join(tmpdir(), "fairhouse-partner-"));
  try {
    const modules = createModules(host);
    // The bankroll limits what a bet may win.
    await modules.wallet.start?.();
    await hireOperators(modules, folder);
    for (let start = 0; start < 2; start++)
      await inThePast(host, async past => {
        await runPartner(past);
        past.end();
        await closePartnersMonth(past);
      });
    const [partner] = await modules.partners.list({ after: null, limit: 10 });
    const file = await modules.partners.file(partner?.id as never);
    expect(file).toMatchObject({
      partner: { code: partnerAccount.code, status: "approved" },
      differing: [],
      flags: [],
    });
    expect(file?.players).toHaveLength(6);
    expect(file?.statements).toHaveLength(1);
    expect(file?.statements[0]?.content).toMatchObject({ players: 6, registrations: 6, excluded: 0 });
    const { rows } = await host.db.query<{ tests: boolean; bets: bigint }>(
      "SELECT bool_and(p.is_test) AS tests, (SELECT count(*) FROM wallet.bets) AS bets FROM accounts.players p",
    );
    expect(rows[0]?.tests).toBe(true);
    // Twelve on days common to all, and some on the day of registration; those of the second start are repeats.
    expect(Number(rows[0]?.bets)).toBeGreaterThan(6 * 12);
    expect(Number(rows[0]?.bets)).toBeLessThanOrEqual(6 * 24);
    const checks = await host.db.tx(tx => checkInvariants(tx, invariants), {
      isolation: "repeatable read",
      readOnly: true,
    });
    expect(printedChecks(checks).differences).toBe(0);
    for (const module of modules.all) await module.stop?.();
  } finally {
    await rm(folder, { recursive: true, force: true });
    await host.close();
  }
}, 400_000);
