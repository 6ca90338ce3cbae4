import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Call, type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { toHex } from "#kit/std/bytes.ts";
import { idOf } from "#modules/accounts/server/index.ts";
import type { Approvals, Decider, SeenRequest } from "#modules/approvals/server/index.ts";
import { act, actorOf } from "#modules/audit/server/index.ts";
import * as contract from "./contract.ts";

const most = 100;

interface Needs {
  readonly host: Host;
  readonly approvals: Pick<Approvals, "approve" | "decline" | "list" | "one">;
}

/** Requests that take several approvals. */
export function approvalHandlers({ host, approvals }: Needs): readonly Handler[] {
  return [
    handle(contract.readApprovals, async ({ operator, input: { query } }) => {
      const rows = await approvals.list(operator.permissions, { waitingOnly: query.which !== "all", limit: most });
      return { data: rows.map(row => requestView(row, operator)) };
    }),
    handle(contract.readApproval, async ({ operator, input: { params } }) => {
      const row = (await approvals.one(operator.permissions, idOf(params.id))) ?? fail(notFound);
      return { data: requestView(row, operator) };
    }),
    act(host, contract.approveRequest, async (tx, call) => {
      const { params, body } = call.input;
      const hash = Buffer.from(body.payload_hash, "hex");
      const row = await approvals.approve(tx, idOf(params.id), hash, deciderOf(call));
      return {
        answer: { data: requestView(row, call.operator) },
        auditAction: {
          action: "approval.approve",
          subject: `request:${row.id}`,
          reason: row.reason,
          after: factsOf(row),
        },
      };
    }),
    act(host, contract.declineRequest, async (tx, call) => {
      const { params, body } = call.input;
      const row = await approvals.decline(tx, idOf(params.id), body.reason, deciderOf(call));
      return {
        answer: { data: requestView(row, call.operator) },
        auditAction: {
          action: "approval.decline",
          subject: `request:${row.id}`,
          reason: body.reason,
          after: factsOf(row),
        },
      };
    }),
  ];
}

function deciderOf(call: Pick<Call, "ip" | "requestId"> & { readonly operator: Operator }): Decider {
  return { ...actorOf(call), id: call.operator.id };
}

function factsOf({ kind, subject, status, askedName, payloadHash, approvals }: SeenRequest) {
  const approved_by = approvals.map(({ operatorName }) => operatorName);
  return { kind, subject, status, asked_by: askedName, payload_hash: toHex(payloadHash), approved_by };
}

function requestView(row: SeenRequest, me: Operator): contract.ApprovalRequestView {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    payload: row.payload,
    payload_hash: toHex(row.payloadHash),
    reason: row.reason,
    asked_by: row.askedName,
    asked_at: row.askedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    needs: row.needs,
    status: row.status,
    approvals: row.approvals.map(({ operatorName, approvedAt }) => ({
      operator: operatorName,
      at: approvedAt.toISOString(),
    })),
    decided_by: row.decidedName,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decline_reason: row.declineReason,
    mine: row.askedBy === me.id,
    approved_by_me: row.approvals.some(({ operatorId }) => operatorId === me.id),
    may_approve: me.permissions.has("approvals.decide") && me.permissions.has(row.permission),
  };
}
