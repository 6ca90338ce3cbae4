import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import { breakOf, holdOffBlock } from "#modules/limits/server/index.ts";
import { leastBets, type Room, type Standing } from "../shared/contract.ts";
import { chatClosed, chatMuted, chatNotAllowed, chatTooFast } from "../shared/errors.ts";
import { readMessage } from "../shared/message-rules.ts";
import { openRainsOf } from "./rain-store.ts";
import type { RoomBoard } from "./room-board.ts";
import { type ShownBetNeeds, shownBet } from "./shown-bets.ts";
import { insertMessage, lastOf, lockMember, type MessageRow, messageByKey, mutedUntil } from "./store.ts";

/** A text that is repeated within this time is a flood. */
const repeatMs = 60_000;
/** What writing takes; names of facts. */
const writers = { all: [{ fact: "contact_confirmed" }, { fact: "bets_30d" }] } as const;

export interface WriteNeeds extends ShownBetNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids">;
  readonly conditions: Pick<Conditions, "rowOf">;
  readonly board: RoomBoard;
}

interface Draft {
  readonly player: PlayerId;
  readonly room: Room;
  readonly key: Uuid;
  readonly text: string;
  /** The public id of a bet of theirs. */
  readonly bet: string | undefined;
  /** Between two messages of a player. */
  readonly pauseSeconds: number;
}

/** WRITTEN: numbered in its room; everybody there sees it after the commit. */
export async function writeMessage(
  needs: WriteNeeds,
  { player, room, key, text: given, bet: id, pauseSeconds }: Draft,
): Promise<MessageRow> {
  const { host, board } = needs;
  const read = readMessage(given);
  if ("problem" in read) return fail(validationFailed, { errors: { text: [read.problem] } });
  const { text } = read;
  const bet = id === undefined ? null : await shownBet(needs, player, id);
  return host.db.tx(async tx => {
    await holdOffBlock(tx, player);
    const now = new Date(host.clock.now());
    if (await breakOf(tx, player, now)) fail(chatClosed);
    const until = await lockMember(tx, player);
    const before = await messageByKey(tx, player, key);
    if (before) return before;
    if (until !== null && until > now) fail(chatMuted, { data: { until: until.toISOString() } });
    const missing = await missingOf(needs, tx, player);
    if (missing !== undefined) fail(chatNotAllowed, { data: { missing } });
    const last = await lastOf(tx, player);
    const age = last ? now.getTime() - last.at.getTime() : Number.POSITIVE_INFINITY;
    const isRepeated = age < repeatMs && last?.text.toLowerCase() === text.toLowerCase();
    const slowMs = pauseSeconds * 1_000;
    if (age < slowMs) fail(chatTooFast, { retryAfter: Math.ceil((slowMs - age) / 1_000) });
    if (isRepeated) fail(chatTooFast, { retryAfter: Math.ceil((repeatMs - age) / 1_000) });
    const message = await insertMessage(tx, { id: host.ids.next(), room, author: player, text, at: now, key, bet });
    await board.announce(tx, room);
    return message;
  });
}

/** What keeps a player from writing. */
async function missingOf(
  { conditions, host }: Pick<WriteNeeds, "conditions" | "host">,
  on: Queryable,
  player: PlayerId,
): Promise<"contact" | "play" | undefined> {
  const rule = {
    all: writers.all.map(({ fact }) => (fact === "bets_30d" ? { fact, gte: leastBets } : { fact, is: true })),
  };
  const row = await conditions.rowOf(on, rule, player, { now: new Date(host.clock.now()), prices: undefined });
  if (row?.contact_confirmed !== true) return "contact";
  return Number(row.bets_30d) >= leastBets ? undefined : "play";
}

export async function standingOf(
  needs: Omit<WriteNeeds, keyof ShownBetNeeds>,
  player: PlayerId,
  pauseSeconds: number,
): Promise<Standing> {
  const { host, board } = needs;
  const now = new Date(host.clock.now());
  const until = await mutedUntil(host.db, player);
  const author = board.authorOf(player, now);
  const [rains, name] = [[...(await openRainsOf(host.db, player))], await board.nameOf(player)];
  const shown = { author, rains, name, pause_seconds: pauseSeconds };
  if (until !== null && until > now) return { ...shown, may: "muted", until: until.toISOString() };
  return { ...shown, may: (await missingOf(needs, host.db, player)) ?? "write", until: null };
}
