import { useState } from "react";
import type { Follower } from "#kit/live/web/live-socket.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useChannel } from "#kit/web/use-api.ts";
import {
  type EventDetails,
  type EventView,
  eventChannel,
  type FeedView,
  getEvent,
  liveChannel,
} from "../shared/contract.ts";

export interface LiveList {
  readonly events: readonly EventView[];
  readonly feed: readonly FeedView[];
}

/** Live events: those of the loader, then those of the channel. The order stays; events that start are added at the end. */
export function useLiveList(first: LiveList): LiveList {
  const [list, setList] = useState(first);
  useChannel(liveChannel, {
    snapshot: ({ items, feed }) => setList({ events: items, feed }),
    event(_name, data) {
      setList(({ events, feed }) =>
        "feed" in data
          ? { events, feed: data.feed }
          : { events: merged(events, data.items, data.gone, ({ id }) => id), feed },
      );
    },
  });
  return list;
}

/** Events that were read once, as they are now while they are played, and the feed. */
export function useFollowedEvents(read: {
  readonly items: readonly EventView[];
  readonly feed: readonly FeedView[];
}): LiveList {
  const { events, feed } = useLiveList({ events: [], feed: read.feed });
  return { events: read.items.map(item => events.find(({ id }) => id === item.id) ?? item), feed };
}

/** The same items in the same order: changed ones replaced, those gone left out, new ones at the end. */
function merged<T>(
  before: readonly T[],
  changes: readonly T[],
  gone: readonly string[],
  keyOf: (item: T) => string,
): readonly T[] {
  const changed = new Map(changes.map(item => [keyOf(item), item]));
  const remaining = before.flatMap(item => {
    const key = keyOf(item);
    const next = changed.get(key);
    changed.delete(key);
    return gone.includes(key) ? [] : [next ?? item];
  });
  return [...remaining, ...changed.values()];
}

export type EventNow = EventDetails & { feed: FeedView[] };

const keyOf = ({ kind, spec }: { readonly kind: string; readonly spec: string }) => `${kind}?${spec}`;

type EventMessage = Parameters<Follower<typeof eventChannel>["event"]>[1];

function changed(before: EventNow, data: EventMessage): EventNow {
  if ("feed" in data) return Object.assign({}, before, { feed: data.feed });
  return Object.assign({}, before, data.event, { all: merged(before.all, data.markets, data.gone, keyOf) });
}

/** One event: that of the loader, then the changes of its channel. Mount it with the event's id as key. */
export function useEvent(first: EventNow): EventNow {
  const [event, setEvent] = useState(first);
  useChannel(
    eventChannel,
    { snapshot: setEvent, event: (_name, data) => setEvent(before => changed(before, data)) },
    first.id,
  );
  return event;
}

/** Keeps what has been read of an event as its channel says, for components that read it by `getEvent`. */
export function useEventFollowed(id: string): void {
  const cache = useRouteCache();
  const given = { params: { id } };
  useChannel(
    eventChannel,
    {
      snapshot: data => cache.set(getEvent, given, data),
      event(_name, data) {
        const before = cache.get(getEvent, given);
        if (before) cache.set(getEvent, given, changed(before, data));
      },
    },
    id,
  );
}
