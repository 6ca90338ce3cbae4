import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { PlayerTag } from "../shared/tags.ts";
import { unlockRow } from "./account-lock.ts";
import { countriesOf, type DatedCountry, insertCountry } from "./country-store.ts";
import * as notes from "./note-store.ts";
import { peopleQuery } from "./people-query.ts";
import type { PersonRow, SeenSession } from "./people-store.ts";
import * as store from "./people-store.ts";
import type { Sessions } from "./sessions.ts";
import { addTags, removeTags } from "./tag-store.ts";

/** Players as operators see them: for the back office only. */
export interface People {
  /** `text`: a part of a name, or a whole email address, phone number or id. With a tag: of those who have it. */
  find(text: string, before: PlayerId | null, limit: number, tag?: PlayerTag): Promise<readonly PersonRow[]>;
  of(players: readonly PlayerId[], on?: Queryable): Promise<ReadonlyMap<PlayerId, PersonRow>>;
  /** All test accounts. */
  testPlayers(on: Queryable): Promise<readonly PlayerId[]>;
  /** Those of these players who have closed their accounts. */
  closedAmong(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>>;
  sessions(player: PlayerId, on?: Queryable): Promise<readonly SeenSession[]>;
  notes(player: PlayerId): Promise<readonly notes.NoteRow[]>;
  addNote(tx: Tx, player: PlayerId, note: NewNote): Promise<notes.NoteRow>;
  /** Whether it changed; undefined without such a note of the player. */
  pinNote(tx: Tx, note: { id: Uuid; player: PlayerId }, isPinned: boolean): Promise<boolean | undefined>;
  /** Notes that mention an operator, newest first. */
  mentions(operator: Uuid, before: Uuid | null, limit: number): Promise<readonly notes.MentionRow[]>;
  openMentions(operator: Uuid): Promise<number>;
  /** The player of the note, null if it was done; undefined where the note does not mention the operator. */
  closeMention(tx: Tx, operator: Uuid, note: Uuid): Promise<PlayerId | null | undefined>;
  /** Changes the player's tags; returns what was added and removed. */
  changeTags(tx: Tx, player: PlayerId, change: TagChange): Promise<Record<"added" | "removed", readonly PlayerTag[]>>;
  endSessions(tx: Tx, player: PlayerId): Promise<void>;
  /** Ends the player's sessions. `reason` is internal. False when the account was already locked. */
  lock(tx: Tx, player: PlayerId, reason: string): Promise<boolean>;
  /** False when it was not locked. */
  unlock(tx: Tx, player: PlayerId): Promise<boolean>;
  /** The countries of the account, the latest first. */
  countries(player: PlayerId, on?: Queryable): Promise<readonly DatedCountry[]>;
  /** An operator has read it in a document: it holds from now on. */
  correctCountry(tx: Tx, player: PlayerId, country: string): Promise<void>;
}

export interface NewNote {
  /** The operator's name. */
  readonly author: string;
  readonly text: string;
  /** Operators. */
  readonly mentioned: readonly Uuid[];
}

export interface TagChange {
  readonly add: readonly PlayerTag[];
  readonly remove: readonly PlayerTag[];
  /** The operator's name. */
  readonly author: string;
}

export function createPeople(
  host: Host,
  { sessions, lock }: { readonly sessions: Sessions; readonly lock: People["lock"] },
): People {
  const now = () => new Date(host.clock.now());
  return {
    find: (text, before, limit, tag) =>
      store.findPeople(host.db, { query: peopleQuery(text), tag: tag ?? null, before, limit }),
    of: (players, on = host.db) => store.peopleOf(on, players),
    testPlayers: store.testPeople,
    closedAmong: store.closedAmong,
    sessions: (player, on = host.db) => store.sessionsOf(on, player),
    notes: player => notes.notesOf(host.db, player),
    async addNote(tx, player, { author, text, mentioned }) {
      const note = { id: host.ids.next(), author, text, writtenAt: now() };
      await notes.insertNote(tx, { ...note, player }, mentioned);
      return { ...note, pinnedAt: null };
    },
    pinNote: (tx, note, isPinned) => notes.pinNote(tx, note, isPinned ? now() : null),
    mentions: (operator, before, limit) => notes.mentionsOf(host.db, { operator, before, limit }),
    openMentions: operator => notes.countOpenMentions(host.db, operator),
    closeMention: (tx, operator, note) => notes.closeMention(tx, { operator, note, now: now() }),
    async changeTags(tx, player, { add, remove, author }) {
      const added = await addTags(tx, player, { tags: add, author, now: now() });
      return { added, removed: await removeTags(tx, player, remove) };
    },
    endSessions: (tx, player) => sessions.endAll(tx, player, null, "operator"),
    lock,
    unlock: unlockRow,
    countries: (player, on = host.db) => countriesOf(on, player),
    correctCountry: (tx, player, country) => insertCountry(tx, player, { country, since: now(), source: "document" }),
  };
}
