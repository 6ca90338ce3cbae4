import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import { seesOffers } from "#modules/limits/server/index.ts";
import { depositSteps, payoutSteps } from "#modules/payments/server/index.ts";
import {
  getEntrySteps,
  getInbox,
  getPhrase,
  getUnread,
  type InboxEntry,
  markRead,
  pageSize,
  putPhrase,
  removeEntry,
  restoreEntry,
} from "../shared/contract.ts";
import { entryStays } from "../shared/errors.ts";
import { securityKinds, securityStayDays } from "../shared/kinds.ts";
import { readPhrase } from "../shared/phrase.ts";
import {
  countUnread,
  type EntryRow,
  entriesOf,
  entryOf,
  phraseOf,
  putPhraseRow,
  setRead,
  setRemoved,
} from "./store.ts";

const dayMs = 86_400_000;

export function inboxHandlers(host: Host, factors: Pick<Factors, "requireProof">): readonly Handler[] {
  const now = () => new Date(host.clock.now());
  const unreadOf = async (player: PlayerId) => countUnread(host.db, player, await seesOffers(host.db, player, now()));
  return [
    handle(getInbox, async ({ session, input }) => ({ data: await page(host, session.player, input.query.cursor) })),
    handle(getUnread, async ({ session }) => ({ data: { unread: await unreadOf(session.player) } })),
    handle(markRead, async ({ session: { player }, input }) => {
      const id = input.body.id === undefined ? null : required(parseUuid(input.body.id), "checked by the contract");
      await host.db.tx(tx => setRead(tx, player, id, now()));
      return { data: { unread: await unreadOf(player) } };
    }),
    handle(removeEntry, async ({ session: { player }, input }) => {
      const id = input.params.id as Uuid;
      const entry = (await entryOf(host.db, player, id)) ?? fail(notFound);
      if (!isRemovable(entry, now())) fail(entryStays);
      await host.db.tx(tx => setRemoved(tx, player, id, now()));
      return { data: { unread: await unreadOf(player) } };
    }),
    handle(restoreEntry, async ({ session: { player }, input }) => {
      const id = input.params.id as Uuid;
      if (!(await entryOf(host.db, player, id))) fail(notFound);
      await host.db.tx(tx => setRemoved(tx, player, id, null));
      return { data: { unread: await unreadOf(player) } };
    }),
    handle(getEntrySteps, async ({ session: { player }, input }) => {
      const { source } = (await entryOf(host.db, player, input.params.id as Uuid)) ?? fail(notFound);
      const [kind = "", of = ""] = source.split(":");
      const read = kind.startsWith("payout_") ? payoutSteps : kind === "deposit_credited" ? depositSteps : undefined;
      return { data: [...((await read?.(host.db, player, of as Uuid)) ?? [])] };
    }),
    handle(getPhrase, async ({ session }) => ({ data: { phrase: await phraseOf(host.db, session.player) } })),
    handle(putPhrase, async ({ session, input }) => {
      await factors.requireProof(session);
      const text = input.body.phrase;
      const phrase = text === null ? null : required(readPhrase(text), "checked by the contract");
      await host.db.tx(tx => putPhraseRow(tx, session.player, phrase, now()));
      return { data: { phrase } };
    }),
  ];
}

async function page(host: Pick<Host, "db" | "clock">, player: PlayerId, cursor: string | undefined) {
  const { db } = host;
  const before = cursor === undefined ? null : parseUuid(cursor);
  if (before === undefined) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const offers = await seesOffers(db, player, new Date(host.clock.now()));
  const [rows, unread] = await Promise.all([
    entriesOf(db, player, { before, limit: pageSize + 1, offers }),
    countUnread(db, player, offers),
  ]);
  const items = rows.slice(0, pageSize);
  return {
    items: items.map(row => viewOf(row, new Date(host.clock.now()))),
    next_cursor: rows.length > pageSize ? (items.at(-1)?.id ?? null) : null,
    unread,
  };
}

const isRemovable = ({ kind, createdAt }: Pick<EntryRow, "kind" | "createdAt">, now: Date): boolean =>
  !securityKinds.includes(kind) || now.getTime() - createdAt.getTime() >= securityStayDays * dayMs;

function viewOf(row: EntryRow, now: Date): InboxEntry {
  const { id, kind, data, createdAt, readAt } = row;
  const removable = isRemovable(row, now);
  return { id, kind, data, created_at: createdAt.toISOString(), read: readAt !== null, removable };
}
