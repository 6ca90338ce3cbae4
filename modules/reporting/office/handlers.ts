import { type Handler, handle } from "#kit/http/handler.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import {
  askTaxRule,
  balancesReport,
  countriesReport,
  gamesReport,
  keyOfOffer,
  keyOfTax,
  offersReport,
  payloadOfRule,
  protectionReport,
  registerTaxRules,
  revenueReport,
  taxReport,
  taxRequest,
  taxRules,
  taxSubject,
} from "#modules/reporting/server/index.ts";
import * as contract from "./contract.ts";
import { pageOfReport } from "./handler-views.ts";
import { type OversightNeeds, oversightHandlers } from "./oversight-handlers.ts";

/** Reports of days of a zone, row by row. */
export function reportHandlers(needs: ReportOfficeNeeds): readonly Handler[] {
  const { host } = needs;
  return [
    handle(contract.readOffersReport, async ({ input: { query } }) => ({
      data: pageOfReport(await offersReport(host, query), query, keyOfOffer),
    })),
    handle(contract.readProtectionReport, async ({ input: { query } }) => {
      const key = (row: { day: string; kind: string }) => `${row.day} ${row.kind}`;
      return { data: pageOfReport(await protectionReport(needs, query), query, key) };
    }),
    ...taxHandlers(needs),
    ...oversightHandlers(needs),
    handle(contract.readRevenueReport, async ({ input: { query } }) => {
      const key = (row: { day: string; currency: string }) => `${row.day} ${row.currency}`;
      return { data: pageOfReport(await revenueReport(host, query), query, key) };
    }),
    handle(contract.readGamesReport, async ({ input: { query } }) => {
      const key = (row: { day: string; game: string; currency: string }) => `${row.day} ${row.game} ${row.currency}`;
      return { data: pageOfReport(await gamesReport(host, query), query, key) };
    }),
    handle(contract.readCountriesReport, async ({ input: { query } }) => {
      // Unknown countries are the last ones.
      const key = (row: { country: string | null; currency: string }) => `${row.country ?? "~"} ${row.currency}`;
      return { data: pageOfReport(await countriesReport(host, query), query, key) };
    }),
    handle(contract.readBalancesReport, async ({ input: { query } }) => {
      const key = (row: { account: string; currency: string }) => `${row.account}\t${row.currency}`;
      return { data: pageOfReport(await balancesReport(host, query), query, key) };
    }),
  ];
}

interface ReportOfficeNeeds extends OversightNeeds {
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

/** Taxes: what is due, and the rules that say so. */
function taxHandlers(needs: ReportOfficeNeeds): readonly Handler[] {
  const { host, approvals } = needs;
  registerTaxRules(needs);
  return [
    handle(contract.readTaxReport, async ({ input: { query } }) => ({
      data: pageOfReport(await taxReport(host, query), query, keyOfTax),
    })),
    handle(contract.readTaxRules, async () => ({
      data: (await taxRules(host.db)).toReversed().map(({ deductsBonuses, addedBy, approvedBy, addedAt, ...rule }) => ({
        ...rule,
        deducts_bonuses: deductsBonuses,
        added_by: addedBy,
        approved_by: approvedBy,
        added_at: addedAt.toISOString(),
      })),
    })),
    act(host, contract.addTaxRule, async (tx, { operator, input: { body } }) => {
      const { reason, deducts_bonuses: deductsBonuses, ...rule } = body;
      const asked = { ...rule, deductsBonuses, law: rule.law.trim() };
      const { id, expiresAt, isNew } = await askTaxRule(approvals, tx, { ...asked, reason }, operator);
      const after = { kind: taxRequest, subject: taxSubject(asked), payload: payloadOfRule(asked) };
      return {
        answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
  ];
}
