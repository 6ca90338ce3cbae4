import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import {
  type EventFacts,
  readTimeline,
  readTimelineCursor,
  type SourcedEvent,
  type TimelinePosition,
  type TimelineSource,
  timelineCursor,
} from "#kit/db/timeline.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Accounts, playerOf } from "#modules/accounts/server/index.ts";
import { changeOf, type MoneyFacts } from "#modules/ledger/server/index.ts";
import { accountName } from "#modules/ledger/shared/chart.ts";
import * as contract from "../office/timeline-contract.ts";

type AnyFacts = EventFacts & Partial<Pick<MoneyFacts, "row">>;

/** The tables that have each kind of events. */
export type TimelineSources = Readonly<Record<contract.TimelineKind, readonly TimelineSource<AnyFacts>[]>>;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly timeline: TimelineSources;
}

/** Later than any event. */
const end = new Date("9999-01-01T00:00:00Z");

/** Everything that happened to one player, in one order. */
export function timelineHandler({ host, people, timeline }: Needs): Handler {
  return handle(contract.readTimelineOf, async ({ operator, input: { params, query } }) => {
    const player = playerOf(params.id);
    if (!(await people.of([player])).has(player)) fail(notFound);
    const allowed = contract.timelineKindNames.filter(kind => operator.permissions.has(contract.timelineKinds[kind]));
    const asked = query.kinds?.split(",");
    const kinds = allowed.filter(kind => asked === undefined || asked.includes(kind));
    const sources = kinds.flatMap(kind => timeline[kind].map(source => ({ ...source, kind })));
    const kindOf = new Map(sources.map(({ name, kind }) => [name, kind]));
    const limit = Number(query.limit ?? 100);
    const events = await readTimeline(host.db, player as unknown as Uuid, sources, positionOf(query, sources), limit);
    const { items, next_cursor } = pageFrom(events, limit, timelineCursor);
    const views = items.map(each => eventView(each, required(kindOf.get(each.source), "a source that was read")));
    return { data: { items: views, next_cursor, kinds: allowed } };
  });
}

function positionOf(
  { cursor, before }: { readonly cursor?: string | undefined; readonly before?: string | undefined },
  sources: readonly TimelineSource<AnyFacts>[],
): TimelinePosition {
  if (cursor === undefined) return { at: before === undefined ? end : new Date(before), last: null };
  return readTimelineCursor(cursor, sources) ?? fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}

function eventView(
  { id, at, source, facts }: SourcedEvent<AnyFacts>,
  kind: contract.TimelineKind,
): contract.TimelineEventView {
  const { event, state, amount, currency, by, text, address, device, until, row } = facts;
  return {
    key: `${source}.${id}`,
    id,
    at: at.toISOString(),
    kind,
    event,
    state: state ?? null,
    amount: amount === null || amount === undefined ? null : formatAmount(amount),
    currency: currency ?? null,
    change: row ? changeView(row) : null,
    game: row ? (gameOf(row.debit) ?? gameOf(row.credit)) : null,
    by: by ?? null,
    text: text ?? null,
    ip: address ?? null,
    device: device ?? null,
    until: until?.toISOString() ?? null,
  };
}

function changeView(row: MoneyFacts["row"]): string | null {
  const { real, bonus } = changeOf(row);
  const change = real + bonus;
  return change === 0n ? null : formatAmount(micros(change));
}

function gameOf(account: MoneyFacts["row"]["debit"]): string | null {
  return /^(?:in play|result):(.+)$/.exec(accountName(account))?.[1] ?? null;
}
