import { useState } from "react";
import { useChannel } from "#kit/web/use-api.ts";
import { type EventDetails, type EventView, eventChannel, type FeedView, liveChannel } from "../shared/contract.ts";

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

export type EventNow = EventDetails & { readonly feed: readonly FeedView[] };

const keyOf = ({ kind, spec }: { readonly kind: string; readonly spec: string }) => `${kind}?${spec}`;

/** One event: that of the loader, then the changes of its channel. Mount it with the event's id as key. */
export function useEvent(first: EventNow): EventNow {
  const [event, setEvent] = useState(first);
  useChannel(
    eventChannel,
    {
      snapshot: setEvent,
      event(_name, data) {
        setEvent(before => {
          if ("feed" in data) return Object.assign({}, before, { feed: data.feed });
          return Object.assign({}, before, data.event, { all: merged(before.all, data.markets, data.gone, keyOf) });
        });
      },
    },
    first.id,
  );
  return event;
}
