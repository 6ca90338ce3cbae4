import { expect } from "vitest";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { testSportsbook } from "./test-sportsbook.ts";

export type TestTraders = Awaited<ReturnType<typeof testTraders>>;

/** The base path of the calls of traders. */
export const trading = "/api/office/betting";
export const reason = "checked with the league's report";

/** A sportsbook that serik and aizhan trade; boris only reads. */
export async function testTraders() {
  const sportsbook = await testSportsbook();
  const { host, api, operators } = sportsbook;
  const office = { host, api, operators };
  const serik = await testOperator(office, "trading", "Serik");
  const aizhan = await testOperator(office, "trading", "Aizhan");
  const boris = await testOperator(office, "auditor", "Boris");
  return {
    sportsbook,
    serik,
    aizhan,
    boris,
    async marketOf(event: string): Promise<string> {
      const { rows } = await host.db.query<{ id: bigint }>("SELECT id FROM odds.markets WHERE event = $1", [event]);
      return String(rows[0]?.id);
    },
    /** aizhan approves the request of an answer, and slips are settled. */
    async byTwo(asked: Promise<TestAnswer>): Promise<void> {
      const answer = await asked;
      expect(answer.status, answer.text).toBe(200);
      const approved = await approveRequest(aizhan, answer.body.data.request);
      expect(approved.status, approved.text).toBe(200);
      await sportsbook.settle();
    },
    audited: async (action: string) =>
      (
        await host.db.query<{ operatorName: string; before: string; after: string }>(
          'SELECT operator_name AS "operatorName", before, after FROM audit.entries WHERE action = $1 ORDER BY number',
          [action],
        )
      ).rows,
  };
}

export const code = (answer: TestAnswer) => answer.body.code ?? answer.status;
