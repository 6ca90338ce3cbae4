import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { messagesOfCasino, muteChatPlayer, noEnd, removeMessage } from "./chat-store.ts";

/** What the operators of a casino do about messages of its own players. */
export interface ModerateChat {
  list(
    casino: number,
    filter: { readonly onlyReported: boolean; readonly before: string | undefined },
  ): Promise<{ readonly messages: readonly object[]; readonly next: string | null }>;
  /** @returns whether one of the casino's players wrote it */
  remove(casino: number, message: string): Promise<boolean>;
  /** @param until null: the player may write again. @returns whether the player has ever been in a chat */
  mute(casino: number, player: string, until: Date | null): Promise<boolean>;
}

const pageSize = 100;

const timeOf = (at: Date | null) => (at === null || at >= noEnd ? null : at.toISOString());

export function moderateChat({ db, clock }: StudioHost): ModerateChat {
  return {
    async list(casino, filter) {
      const rows = await messagesOfCasino(db, casino, { ...filter, limit: pageSize + 1 });
      const messages = rows.slice(0, pageSize).map(({ id, game, language, player, nick, text, at, ...row }) => ({
        message: id,
        game,
        language,
        player,
        nick,
        text,
        at: at.toISOString(),
        reports: row.reports,
        removed_at: timeOf(row.removedAt),
        is_muted: row.mutedUntil !== null && row.mutedUntil.getTime() > clock.now(),
        muted_until: timeOf(row.mutedUntil),
      }));
      return { messages, next: rows.length > pageSize ? (messages.at(-1)?.message ?? null) : null };
    },
    remove: (casino, message) => db.tx(tx => removeMessage(tx, casino, message, new Date(clock.now()))),
    mute: (casino, player, until) => muteChatPlayer(db, { casino, player }, until),
  };
}
