import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Handler } from "#kit/http/handler.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { createOperators } from "#modules/operators/server/index.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { approvalHandlers } from "../office/handlers.ts";
import { createApprovals } from "../server/index.ts";

/** What is behind the calls of operators in a test. Passwords are not hashed. */
export function testOffice(host: Host) {
  const audit = createAudit(host);
  const messages = createMessages(host);
  const passwords = { hash: async () => "hash", verify: async () => true };
  const operators = createOperators(host, { audit, messages, passwords, isCommonPassword: () => false });
  return { audit, messages, operators, approvals: createApprovals(host, { operators }) };
}

interface OfficeApi {
  readonly api: TestApi;
  operator(role: Role): Promise<TestOperator>;
}

/** The calls of a module with these handlers, and those of approvals, for operators. */
export async function officeApi(
  host: TestHost,
  { operators, approvals }: Pick<ReturnType<typeof testOffice>, "operators" | "approvals">,
  module: ServerModule,
  handlers: readonly Handler[],
): Promise<OfficeApi> {
  const office = { ...module, handlers: [...handlers, ...approvalHandlers({ host, approvals })] };
  const api = await testApi(host, [operators, office], () => null, undefined, operators.operatorOf);
  return { api, operator: role => testOperator({ host, api, operators }, role) };
}
