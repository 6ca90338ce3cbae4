import type { Tx } from "#kit/db/db.ts";
import { toHex } from "#kit/std/bytes.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { type ChatRequest, type ChatState, chatNick, chatText } from "../shared/chat.ts";
import {
  type ChatPlayer,
  type ChatPlayerRow,
  type ChatRoom,
  changeChatPlayer,
  insertMessage,
  insertReport,
  lastMessageOf,
  lockChatPlayer,
  newestMessages,
  reportsSince,
} from "./chat-store.ts";

/** What a player does in the chat of their table. */
export interface Chat {
  state(session: Session): Promise<ChatState>;
  /** Fails with a code of the chat. @returns whether the player's own settings changed */
  act(session: Session, request: ChatRequest): Promise<boolean>;
}

const shownMessages = 50;
/** Between two messages of one player, at all tables. */
const pauseMs = 2_000;
/** A text that is repeated within this time is a flood. */
const repeatMs = 60_000;
const reportsPerMinute = 10;
const mostIgnored = 200;

export const roomOf = ({ game, locale }: Session): ChatRoom => ({ game, language: locale });

const isOff = ({ profile }: Session) => profile.chat === false;

/** Who writes: a session for money where the region has a chat. */
function writerOf(session: Session): ChatPlayer {
  if (isOff(session)) throw new RgsError("chat_off");
  if (session.player === null) throw new RgsError("wrong_mode");
  return { casino: session.casino.id, player: session.player };
}

export function createChat({ db, clock, ids, random }: StudioHost): Chat {
  const now = () => new Date(clock.now());
  const locked = (tx: Tx, who: ChatPlayer) => lockChatPlayer(tx, who, toHex(random.bytes(8)));

  function assertMayWrite({ mutedUntil, shown }: ChatPlayerRow): void {
    if (!shown) throw new RgsError("chat_off");
    if (mutedUntil !== null && mutedUntil > now()) throw new RgsError("chat_muted");
  }

  async function assertNoFlood(tx: Tx, who: ChatPlayer, text: string): Promise<void> {
    const last = await lastMessageOf(tx, who);
    if (!last) return;
    const age = clock.now() - last.at.getTime();
    if (age < pauseMs) throw new RgsError("chat_too_fast");
    if (age < repeatMs && last.text.toLowerCase() === text.toLowerCase()) throw new RgsError("chat_repeated");
  }

  async function say(session: Session, given: string): Promise<void> {
    const who = writerOf(session);
    const checked = chatText(given);
    if ("fault" in checked) throw new RgsError(checked.fault);
    const { text } = checked;
    await db.tx(async tx => {
      const row = await locked(tx, who);
      assertMayWrite(row);
      await assertNoFlood(tx, who, text);
      const { author } = row;
      const nick = chatNick(session.nick);
      await insertMessage(tx, { ...roomOf(session), ...who, id: ids.next(), author, nick, text, at: now() });
    });
  }

  async function report(session: Session, message: string): Promise<void> {
    const who = writerOf(session);
    await db.tx(async tx => {
      await locked(tx, who);
      const recent = await reportsSince(tx, who, new Date(clock.now() - 60_000));
      if (recent >= reportsPerMinute) throw new RgsError("chat_too_fast");
      if (!(await insertReport(tx, who, roomOf(session), message, now()))) throw new RgsError("not_found");
    });
  }

  async function change(session: Session, to: (row: ChatPlayerRow) => Pick<ChatPlayerRow, "shown" | "ignored">) {
    const who = writerOf(session);
    await db.tx(async tx => changeChatPlayer(tx, who, to(await locked(tx, who))));
  }

  return {
    async state(session) {
      if (isOff(session)) return { may: "off", shown: false, author: null, ignored: [], messages: [] };
      const messages = await newestMessages(db, roomOf(session), shownMessages);
      if (session.player === null) return { may: "read", shown: true, author: null, ignored: [], messages };
      const who = writerOf(session);
      const { author, shown, ignored } = await db.tx(tx => locked(tx, who));
      return { may: "write", shown, author, ignored, messages: shown ? messages : [] };
    },

    async act(session, request) {
      if ("say" in request) await say(session, request.say);
      else if ("report" in request) await report(session, request.report);
      else if ("shown" in request) await change(session, ({ ignored }) => ({ shown: request.shown, ignored }));
      else
        await change(session, ({ shown, ignored }) => {
          const others = ignored.filter(each => each !== request.ignore);
          return { shown, ignored: request.on ? [...others, request.ignore].slice(-mostIgnored) : others };
        });
      return "shown" in request || "ignore" in request;
    },
  };
}
