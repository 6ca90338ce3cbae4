import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { countJobs } from "#kit/jobs/queue.ts";
import type { OfficeNeeds } from "../server/needs.ts";
import * as contract from "./contract.ts";

const most = 100;

/** The counts beside the navigation, only for pages the caller may open. */
export function countHandler({
  host,
  payments,
  review,
  corrections,
  approvals,
  coins,
  harm,
  risk,
  support,
  partners,
  vip,
  moderation,
  betting,
  people,
}: OfficeNeeds): Handler {
  const queues = {
    kyc: { permission: "kyc.read", count: review.underWay },
    payouts: { permission: "payouts.read", count: payments.office.waitingPayouts },
    corrections: { permission: "corrections.read", count: corrections.waiting },
    approvals: { permission: "approvals.read", count: approvals.waiting },
    harm: { permission: "harm.read", count: harm.waiting },
    risk: { permission: "risk.read", count: risk.waiting },
    support: { permission: "support.read", count: support.waiting },
    partners: { permission: "partners.read", count: partners.waiting },
    vip: { permission: "vip.read", count: vip.waiting },
    moderation: { permission: "moderation.read", count: moderation.waiting },
    trading: { permission: "betting.read", count: betting.waiting },
    jobs: { permission: "jobs.read", count: async () => (await countJobs(host.db)).failed },
    mentions: {
      permission: "players.note",
      count: (_permissions: Operator["permissions"], id: Operator["id"]) => people.openMentions(id),
    },
    coins: { permission: "payments.read", count: async () => (await coins.alarms(true, most)).length },
  } as const;
  return handle(contract.readQueues, async ({ operator }) => {
    const open = Object.entries(queues).filter(([, { permission }]) => operator.permissions.has(permission));
    return {
      data: Object.fromEntries(
        await Promise.all(
          open.map(async ([name, { count }]) => [name, await count(operator.permissions, operator.id)]),
        ),
      ),
    };
  });
}
