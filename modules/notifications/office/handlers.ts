import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { canonicalJson } from "#kit/std/json.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { languagesOf, type Notifications, type Outlook } from "#modules/notifications/server/index.ts";
import { messageSent, noRecipients } from "../shared/errors.ts";
import { type MessageChannel, type MessagePurpose, messageChannels, textsOf } from "../shared/operator-messages.ts";
import * as contract from "./contract.ts";

interface Needs {
  readonly host: Host;
  readonly people: Pick<Accounts["people"], "of">;
  readonly notices: Pick<Notifications, "operatorMessages">;
}

/** Messages to players, for operators. */
export function playerMessageHandlers({ host, people, notices: { operatorMessages } }: Needs): readonly Handler[] {
  const preview = (route: typeof contract.previewService | typeof contract.previewMarketing, purpose: MessagePurpose) =>
    act(host, route, async (tx, { input: { body } }) => {
      const { channels, languages } = body;
      const players = await known(tx, body.players);
      // Nothing is done: a preview leaves no entry.
      return {
        answer: viewOf(await operatorMessages.outlook(tx, { purpose, players, channels, languages })),
        auditAction: null,
      };
    });
  const send = (route: typeof contract.sendService | typeof contract.sendMarketing, purpose: MessagePurpose) =>
    act(host, route, async (tx, { operator, input: { body } }) => {
      const players = await known(tx, body.players);
      const { channels, reason } = body;
      const texts = textsOf(body.texts);
      const order = { id: body.id as Uuid, purpose, players, channels, texts, reason, operator };
      const { isNew, outlooks, playersSha256 } = await operatorMessages.order(tx, order);
      if (!isNew) fail(messageSent);
      const answer = viewOf(outlooks);
      if (answer.data.players === 0) fail(noRecipients);
      const [only] = players;
      return {
        answer,
        auditAction: {
          action: "player.message",
          subject: players.length === 1 ? `player:${only}` : `message:${body.id}`,
          reason,
          // The text is with the message: entries are read by others and never deleted.
          after: {
            message: body.id,
            purpose,
            channels,
            languages: [...languagesOf(texts)],
            texts_sha256: hash("sha256", canonicalJson(texts)),
            players: players.length,
            players_sha256: toHex(playersSha256),
            reached: answer.data.players,
          },
        },
      };
    });

  async function known(tx: Tx, ids: readonly string[]): Promise<readonly PlayerId[]> {
    const players = ids as readonly PlayerId[];
    const found = await people.of(players, tx);
    return players.every(player => found.has(player)) ? players : fail(notFound);
  }

  return [
    preview(contract.previewService, "service"),
    preview(contract.previewMarketing, "marketing"),
    send(contract.sendService, "service"),
    send(contract.sendMarketing, "marketing"),
    handle(contract.readSentMessages, async ({ input }) => {
      const player = input.params.id as PlayerId;
      if (!(await people.of([player])).has(player)) fail(notFound);
      return {
        data: (await operatorMessages.to(player)).map(({ askedAt, decidedAt, texts, ...message }) => ({
          ...message,
          texts: textsOf(texts),
          asked_at: askedAt.toISOString(),
          decided_at: decidedAt?.toISOString() ?? null,
        })),
      };
    }),
  ];
}

function viewOf(outlooks: readonly Outlook[]): { readonly data: contract.OutlookView } {
  const channels = messageChannels.filter(channel => outlooks.some(outlook => outlook.channel === channel));
  const of = (channel: MessageChannel, kind: Outlook["decision"]["kind"]) =>
    outlooks.filter(outlook => outlook.channel === channel && outlook.decision.kind === kind).length;
  const left = new Map<string, { channel: MessageChannel; why: string; players: number }>();
  for (const { channel, decision } of outlooks) {
    if (decision.kind !== "drop") continue;
    const key = `${channel} ${decision.why}`;
    left.set(key, { channel, why: decision.why, players: (left.get(key)?.players ?? 0) + 1 });
  }
  return {
    data: {
      sends: channels.map(channel => ({ channel, now: of(channel, "send"), later: of(channel, "wait") })),
      left: [...left.values()],
      players: new Set(outlooks.filter(({ decision }) => decision.kind !== "drop").map(({ player }) => player)).size,
    },
  };
}
