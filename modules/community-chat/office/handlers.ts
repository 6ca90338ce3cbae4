import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Accounts, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { CommunityChat } from "#modules/community-chat/server/index.ts";
import { keepMessage, muteAuthor, readChat, removeMessage } from "./contract.ts";

const most = 100;
const minuteMs = 60_000;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly communityChat: CommunityChat;
}

/** Moderation of the chat rooms. */
export function communityChatHandlers(needs: Needs): readonly Handler[] {
  const { host, communityChat } = needs;
  const { moderation } = communityChat;
  return [
    handle(readChat, async ({ input }) => {
      const rows = await moderation.queue(input.query.room ?? null, most);
      const named = await namesOf(
        needs,
        rows.map(({ author }) => author),
      );
      const data = rows.map(({ id, room, author, text, at, why, reports, reasons, mutedUntil }) => ({
        id,
        room,
        player: named(author),
        text,
        at: at.toISOString(),
        removed: why,
        reports,
        reasons: [...reasons],
        muted_until: mutedUntil && mutedUntil.getTime() > host.clock.now() ? mutedUntil.toISOString() : null,
      }));
      return { data };
    }),
    act(host, removeMessage, async (tx, { input: { params, body } }) => {
      const { why, reason } = body;
      const { id, author, room } = await moderation.remove(tx, params.id, why);
      const after = { message: id, room, why };
      return { answer: undefined, auditAction: { action: "chat.remove", subject: `player:${author}`, reason, after } };
    }),
    act(host, keepMessage, async (tx, { input: { params, body } }) => {
      const { message, reports } = await moderation.keep(tx, params.id);
      const after = { message: message.id, room: message.room, reports };
      const subject = `player:${message.author}`;
      return { answer: undefined, auditAction: { action: "chat.keep", subject, reason: body.reason, after } };
    }),
    act(host, muteAuthor, async (tx, { input: { params, body } }) => {
      const player = playerOf(params.id);
      if (!(await needs.people.of([player], tx)).has(player)) fail(notFound);
      const until = body.minutes === 0 ? null : new Date(host.clock.now() + body.minutes * minuteMs);
      const former = await moderation.mute(tx, player, until);
      return {
        answer: { data: { until: until?.toISOString() ?? null } },
        auditAction: {
          action: "chat.mute",
          subject: `player:${player}`,
          reason: body.reason,
          before: { until: former?.toISOString() ?? null },
          after: { until: until?.toISOString() ?? null },
        },
      };
    }),
  ];
}
