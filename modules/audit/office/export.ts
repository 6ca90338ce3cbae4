import { exportList, mentionsPlayers, personal } from "#modules/exports/shared/export-list.ts";
import { readAuditLog } from "../shared/contract.ts";

export const auditExport = exportList("audit", readAuditLog, {
  number: ({ number }) => number,
  at: ({ at }) => at,
  operator: ({ operator }) => operator,
  role: ({ role }) => role,
  action: ({ action }) => action,
  subject: mentionsPlayers(({ subject }) => subject),
  reason: personal(({ reason }) => reason),
  before: mentionsPlayers(({ before }) => (before === null ? null : JSON.stringify(before))),
  after: mentionsPlayers(({ after }) => (after === null ? null : JSON.stringify(after))),
  previous: ({ previous }) => previous,
  hash: ({ hash }) => hash,
});
