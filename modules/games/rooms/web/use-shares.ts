import { useEffect, useRef } from "react";
import { call } from "#kit/web/use-api.ts";
import type { Missed, OwnBet } from "#modules/engines/shared-rounds/web/missed.ts";
import { useMissed } from "#modules/engines/shared-rounds/web/use-missed.ts";
import { getRoomRounds } from "../shared/contract.ts";
import type { RoomsView } from "./rooms-view.ts";
import { type Share, sharesIn, standingOf } from "./shares.ts";

/** What happened to the player's shares while the page was offline, in any room. */
export function useMissedShares(
  { view, snapshots, connected }: { view: RoomsView; snapshots: number; connected: boolean },
  currency: string,
): Missed | null {
  const known = useRef(new Map<string, Share>());
  const here = sharesIn(view);
  for (const share of here) known.current.set(share.id, share);
  const latest = useRef(view);
  latest.current = view;

  // Ended rounds are only needed until the first snapshot after a reconnect.
  useEffect(() => {
    if (!connected) return;
    return () => {
      const open = new Set(sharesIn(latest.current).map(({ id }) => id));
      for (const id of known.current.keys()) if (!open.has(id)) known.current.delete(id);
    };
  }, [connected]);

  const mine = [...known.current.values()].flatMap(share => standingOf(share, view, currency) ?? []);
  return useMissed({ snapshots, mine }, connected, () => endsOf([...known.current.values()], latest.current, currency));
}

/** Results of rounds that are no longer on the page. */
async function endsOf(shares: readonly Share[], view: RoomsView, currency: string): Promise<readonly OwnBet[] | null> {
  const gone = shares.filter(share => standingOf(share, view, currency) === undefined);
  const colours = [...new Set(gone.map(({ colour }) => colour))];
  const replies = await Promise.all(colours.map(colour => call(getRoomRounds, { params: { colour }, query: {} })));
  const past = replies.flatMap(reply => (reply.ok ? reply.body.data.items : []));
  return gone.flatMap(share => standingOf(share, view, currency, past) ?? []);
}
