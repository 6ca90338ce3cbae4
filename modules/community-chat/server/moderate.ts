import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { ReportReason, Room } from "../shared/contract.ts";
import { readMessage } from "../shared/message-rules.ts";
import { ourAuthor } from "./our-author.ts";
import type { RoomBoard } from "./room-board.ts";
import {
  closeReports,
  insertMessage,
  lockMember,
  type MessageRow,
  markRemoved,
  messageById,
  messageByKey,
  moderationQueue,
  type QueueRow,
  setMute,
} from "./store.ts";

/** What moderators do in rooms. The caller writes the entry of the audit log in the same transaction. */
export interface Moderation {
  queue(room: Room | null, limit: number): Promise<readonly QueueRow[]>;
  /** The text disappears for everybody; again it is the same. */
  remove(tx: Tx, id: string, why: ReportReason): Promise<MessageRow>;
  /** Keeps the message and decides its reports; returns how many there were. */
  keep(tx: Tx, id: string): Promise<{ readonly message: MessageRow; readonly reports: number }>;
  /** Null ends a mute. The former end. */
  mute(tx: Tx, player: PlayerId, until: Date | null): Promise<Date | null>;
  /** Writes as a moderator; a repeat with the same key is the first message. Fails with `validation_failed`. */
  write(tx: Tx, message: { readonly room: Room; readonly key: Uuid; readonly text: string }): Promise<MessageRow>;
}

export function createModeration(host: Pick<Host, "db" | "clock" | "ids">, board: RoomBoard): Moderation {
  const now = () => new Date(host.clock.now());
  const lockMessage = async (tx: Tx, id: string) => (await messageById(tx, id, "FOR UPDATE")) ?? fail(notFound);
  return {
    queue: (room, limit) => moderationQueue(host.db, room, limit),
    async remove(tx, id, why) {
      const message = await lockMessage(tx, id);
      await closeReports(tx, message.id, now());
      if (message.removed === null) {
        await markRemoved(tx, message, why, now());
        await board.announce(tx, message.room);
      }
      return message;
    },
    async keep(tx, id) {
      const message = await lockMessage(tx, id);
      return { message, reports: await closeReports(tx, message.id, now()) };
    },
    async mute(tx, player, until) {
      const before = await lockMember(tx, player);
      await setMute(tx, player, until);
      return before;
    },
    async write(tx, { room, key, text: given }) {
      const read = readMessage(given);
      if ("problem" in read) return fail(validationFailed, { errors: { text: [read.problem] } });
      const before = await messageByKey(tx, ourAuthor, key);
      if (before) return before;
      const message = { id: host.ids.next(), room, author: ourAuthor, text: read.text, at: now(), key };
      const written = await insertMessage(tx, { ...message, kind: "moderator" });
      await board.announce(tx, room);
      return written;
    },
  };
}
