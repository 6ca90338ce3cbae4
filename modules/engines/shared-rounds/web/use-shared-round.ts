import { type Dispatch, useReducer } from "react";
import type { Channel, ChannelEvent, ChannelSnapshot, ChannelSpec } from "#kit/contract/channel.ts";
import { useChannel, useConnected, useHurry } from "#kit/web/use-api.ts";
import type { OwnBet } from "./missed.ts";
import { withOwnBet } from "./own-bets.ts";

/** How a page keeps a shared round: a channel's snapshot, updated by its events. */
export interface RoundReducer<S extends ChannelSpec, View> {
  readonly empty: View;
  ofSnapshot(snapshot: ChannelSnapshot<S>, before?: View): View;
  apply(view: View, event: ChannelEvent<S>): View;
}

export type RoundAction<S extends ChannelSpec, Own> =
  | { readonly snapshot: ChannelSnapshot<S> }
  | { readonly own: Own }
  | ChannelEvent<S>;

/**
 * Follows a round; the player's own bets are added as they are placed.
 * @param first the round in the page's first HTML
 */
export function useSharedRound<S extends ChannelSpec, View extends { readonly mine: readonly OwnBet[] }>(
  channel: Channel<S>,
  { empty, ofSnapshot, apply }: RoundReducer<S, View>,
  first: ChannelSnapshot<S> | null,
): { view: View; send: Dispatch<RoundAction<S, View["mine"][number]>>; connected: boolean } {
  const [view, send] = useReducer(reduce, first, known => (known ? ofSnapshot(known) : empty));
  const connected = useConnected(channel.module);
  useChannel(channel, {
    snapshot: snapshot => send({ snapshot }),
    event: (event, data) => send({ event, data } as ChannelEvent<S>),
  });
  useHurry(
    channel.module,
    view.mine.some(bet => bet.status === "open"),
  );
  return { view, send, connected };

  function reduce(before: View, action: RoundAction<S, View["mine"][number]>): View {
    if ("snapshot" in action) return ofSnapshot(action.snapshot, before);
    return "own" in action ? withOwnBet(before, action.own) : apply(before, action);
  }
}
