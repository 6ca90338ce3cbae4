import type { TestHost } from "#kit/testing/test-host.ts";
import { createApprovals } from "#modules/approvals/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { createOperators } from "#modules/operators/server/index.ts";

/** The back office behind the wheel of a test. */
export function testOffice(host: TestHost) {
  const audit = createAudit(host);
  const passwords = { hash: async () => "hash", verify: async () => true };
  const messages = createMessages(host);
  const operators = createOperators(host, { audit, messages, passwords, isCommonPassword: () => false });
  return { audit, operators, approvals: createApprovals(host, { operators }) };
}
