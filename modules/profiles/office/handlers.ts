import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Profiles, QueueRow } from "#modules/profiles/server/index.ts";
import { decideModeration, readModeration } from "./contract.ts";

const most = 100;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly moderation: Profiles["moderation"];
}

/** Names and pictures that players chose. */
export function moderationHandlers(needs: Needs): readonly Handler[] {
  const { host, moderation } = needs;
  return [
    handle(readModeration, async () => {
      const rows = await moderation.queue(most);
      const named = await namesOf(
        needs,
        rows.map(({ playerId }) => playerId),
      );
      return { data: rows.map(row => ({ ...viewOf(row), player: named(row.playerId) })) };
    }),
    act(host, decideModeration, async (tx, { input: { params, body } }) => {
      const { decision, why = null, reason } = body;
      const { player, subject, name, before } = await moderation.decide(tx, idOf(params.id), { decision, why });
      return {
        answer: undefined,
        auditAction: {
          action: "moderation.decide",
          subject: `player:${player}`,
          reason,
          before: { state: before },
          after: { state: decision, what: subject, ...(name !== null && { name }), ...(why !== null && { why }) },
        },
      };
    }),
  ];
}

function viewOf({ id, subject, name, formerName, content, state, why, givenAt, decidedAt }: QueueRow) {
  invariant(state !== "replaced", "the queue excludes replaced ones");
  return {
    id,
    subject,
    name,
    former_name: formerName,
    state,
    why,
    given_at: givenAt.toISOString(),
    image: content && Buffer.from(content).toString("base64"),
    decided_at: decidedAt?.toISOString() ?? null,
    open: state !== "rejected",
  };
}
