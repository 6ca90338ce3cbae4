import { useState } from "react";
import { useChannel } from "#kit/web/use-api.ts";
import { type EventDetails, type EventView, eventChannel, type FeedView, liveChannel } from "../shared/contract.ts";

export interface LiveList {
  readonly events: readonly EventView[];
  readonly feed: readonly FeedView[];
}

/** Live events: those of the loader, then those of the channel. The order stays; who begins is added at the end. */
export function useLiveList(first: LiveList): LiveList {
  const [list, setList] = useState(first);
  useChannel(liveChannel, {
    snapshot: ({ items, feed }) => setList({ events: items, feed }),
    event(_name, data) {
      setList(before => ("feed" in data ? { events: before.events, feed: data.feed } : merged(before, data)));
    },
  });
  return list;
}

function merged(
  { events, feed }: LiveList,
  { items, gone }: { items: readonly EventView[]; gone: readonly string[] },
): LiveList {
  const changed = new Map(items.map(item => [item.id, item]));
  const remaining = events.flatMap(event => {
    const next = changed.get(event.id);
    changed.delete(event.id);
    return gone.includes(event.id) ? [] : [next ?? event];
  });
  return { events: [...remaining, ...changed.values()], feed };
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
          const changed = new Map(data.markets.map(market => [keyOf(market), market]));
          const all = before.all.flatMap(market => {
            const next = changed.get(keyOf(market));
            changed.delete(keyOf(market));
            return data.gone.includes(keyOf(market)) ? [] : [next ?? market];
          });
          return Object.assign({}, before, data.event, { all: [...all, ...changed.values()] });
        });
      },
    },
    first.id,
  );
  return event;
}
