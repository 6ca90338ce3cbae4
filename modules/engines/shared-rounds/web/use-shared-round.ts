import { type Dispatch, useReducer } from "react";
import type { Channel, ChannelSnapshot, ChannelSpec } from "#kit/contract/channel.ts";
import { useChannel, useConnected, useHurry } from "#kit/web/use-api.ts";
import type { OwnBet } from "./missed.ts";
import { withOwnBet } from "./own-bets.ts";

/** A shared round as a page has it: a channel's snapshot, updated by its events and by the player's own bets. */
export interface RoundReducer<View, Snapshot, Event> {
  readonly empty: View;
  ofSnapshot(snapshot: Snapshot, before?: View): View;
  apply(view: View, event: Event): View;
}

export type RoundAction<Snapshot, Event, Own> = { readonly snapshot: Snapshot } | { readonly own: Own } | Event;

/**
 * Follows a round.
 * @param first the round in the page's first HTML
 */
export function useSharedRound<
  S extends ChannelSpec,
  View extends { readonly mine: readonly OwnBet[] },
  Snapshot,
  Event extends { readonly event: string },
>(
  channel: Channel<S>,
  { empty, ofSnapshot, apply }: RoundReducer<View, Snapshot, Event>,
  first: Snapshot | null,
): { view: View; send: Dispatch<RoundAction<Snapshot, Event, View["mine"][number]>>; connected: boolean } {
  const [view, send] = useReducer(reduce, first, known => (known ? ofSnapshot(known) : empty));
  const connected = useConnected(channel.module);
  useChannel(channel, {
    snapshot: (snapshot: ChannelSnapshot<S>) => send({ snapshot: snapshot as Snapshot }),
    event: (event, data) => send({ event, data } as unknown as Event),
  });
  useHurry(
    channel.module,
    view.mine.some(bet => bet.status === "open"),
  );
  return { view, send, connected };

  function reduce(before: View, action: RoundAction<Snapshot, Event, View["mine"][number]>): View {
    if ("snapshot" in action) return ofSnapshot(action.snapshot, before);
    return "own" in action ? withOwnBet(before, action.own) : apply(before, action);
  }
}
