import type { TestAnswer } from "#kit/testing/test-api.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";

/** Reads a request and approves what was shown. Operators who may not read it send the hash of nothing. */
export async function approveRequest(by: TestOperator, id: string): Promise<TestAnswer> {
  const path = `/api/office/approvals/${id}`;
  const shown = await by.call(`GET ${path}`);
  return by.call(`POST ${path}/approve`, { payload_hash: shown.body.data?.payload_hash ?? "0".repeat(64) });
}
