import type { Host } from "#kit/host/host.ts";
import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type Leadership, settleBets } from "#modules/engines/shared-rounds/server/index.ts";
import { beaconTimeoutMs, type MultiplayerDraws, type NamedBeacon } from "#modules/fairness/server/index.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import { drawTicket, holderOf, potOf, roomsRules, winnerGets } from "../shared/rules.ts";
import { entryWindow, leaderWindow } from "./live-room.ts";
import type { Reason, RoomStore, RoundKey, RoundRow, StoredEntry } from "./store.ts";

export interface EndNeeds {
  readonly host: Pick<Host, "clock" | "failpoints">;
  readonly wallet: Pick<WalletPort, "settle"> & Pick<BettingWindows, "openBets">;
  readonly draws: MultiplayerDraws;
  readonly store: RoomStore;
  /** Of each bet that was decided, after its commit. */
  readonly decided: (bet: Bet) => void;
}

type Which = Pick<RoundRow, "number" | "colour" | "currency">;
/** It is drawn by the rules it was opened with. */
type Drawn = Which & Pick<RoundRow, "rulesVersion">;

const askAgainMs = 250;

/**
 * From the stored close record to the end of the round: confirmation, the beacon's value, the draw, the payments. A later
 * leader that continues at any step reaches the same result.
 */
export async function drawRound(
  needs: EndNeeds,
  leadership: Leadership,
  round: Drawn,
  beacon: Pick<NamedBeacon, "round" | "dueAt">,
): Promise<void> {
  const { draws } = needs;
  const confirmed = await leadership.untilDone("say that it was told", () => draws.confirm("rooms", [round.number]));
  if (confirmed.length === 0) return giveBack(needs, leadership, round, "late");
  needs.host.failpoints.hit("rooms.told");
  const value = await beaconValue(needs, leadership, beacon);
  if (!value) return giveBack(needs, leadership, round, "no_beacon");
  const key = { number: round.number, epoch: leadership.epoch };
  const entries = await leadership.untilDone("read who is in", () => needs.store.entries(round.number));
  const decided = await leadership.untilDone("draw", () =>
    needs.store.decide(key, async tx => {
      const streams = await draws.reveal(tx, "rooms", [round.number], value);
      const pot = potOf(entries);
      const ticket = drawTicket(required(streams.get(round.number), "the words of the round"), pot);
      return {
        ticket,
        seat: holderOf(entries, ticket).seat,
        payout: winnerGets(roomsRules.rulesOf(round.rulesVersion), pot),
      };
    }),
  );
  leadership.requireLeadership(decided);
  needs.host.failpoints.hit("rooms.drawn");
  await payOut(needs, leadership, round);
}

/** The beacon's value, requested until it has been due for a minute; undefined when it did not arrive. */
async function beaconValue(
  { host, draws }: EndNeeds,
  leadership: Leadership,
  { round, dueAt }: Pick<NamedBeacon, "round" | "dueAt">,
) {
  for (;;) {
    const wait = dueAt - host.clock.now();
    if (wait > 0) await leadership.wait(wait);
    const value = await draws.value(round).catch(() => undefined);
    if (value || host.clock.now() >= dueAt + beaconTimeoutMs) return value;
    await leadership.wait(askAgainMs);
  }
}

/** Pays the winner and ends all other stakes that are still open in a drawn round. */
export async function payOut(needs: EndNeeds, leadership: Leadership, which: Which): Promise<void> {
  const { store } = needs;
  const round = required(
    await leadership.untilDone("read the draw", () => store.round(which.number)),
    "the drawn round",
  );
  const entries = await leadership.untilDone("read who is in", () => store.entries(which.number));
  const seats = new Map(entries.map(entry => [`${entry.player}/${entry.key}`, entry.seat]));
  const outcome = { ticket: String(round.ticket), seat: round.winnerSeat };
  const open = await openBets(needs, leadership, which);
  const ends = open.map(bet => {
    const seat = required(seats.get(`${bet.player}/${bet.key}`), "a stake of the round has a seat");
    const payout = seat === round.winnerSeat ? required(round.payout, "a drawn round pays") : micros(0n);
    return { bet, result: { kind: "paid", payout, outcome } } as const;
  });
  await settle(needs, leadership, ends);
  needs.host.failpoints.hit("rooms.settled");
  const key = { number: which.number, epoch: leadership.epoch };
  leadership.requireLeadership(
    await leadership.untilDone("end the round", () => store.end(key, "paid", at(needs), async () => undefined)),
  );
}

/** Gives every stake of the round back, once: the decision is in the books first, so that nothing else can become of it. */
export async function giveBack(needs: EndNeeds, leadership: Leadership, which: Which, reason: Reason): Promise<void> {
  const key = { number: which.number, epoch: leadership.epoch };
  leadership.requireLeadership(
    await leadership.untilDone("decide to give back", () => needs.store.giveBack(key, reason)),
  );
  needs.host.failpoints.hit("rooms.refunding");
  await refund(needs, leadership, which, key);
}

/** Gives back what is still open of a round for which that is decided. */
export async function refund(needs: EndNeeds, leadership: Leadership, which: Which, key: RoundKey): Promise<void> {
  const { store, draws } = needs;
  const closed = await leadership.untilDone("read who is in", () => store.entries(which.number));
  const bets = await openBets(needs, leadership, which);
  const outcome = { ticket: null, seat: null };
  const entries: StoredEntry[] = bets.map(({ player, key: betKey, stake }, at) => {
    return { seat: at + 1, player, key: betKey, stake };
  });
  if (closed.length === 0 && entries.length > 0)
    leadership.requireLeadership(await leadership.untilDone("note who was in", () => store.noteOnce(key, entries)));
  await settle(
    needs,
    leadership,
    bets.map(bet => ({ bet, result: { kind: "voided", outcome } }) as const),
  );
  needs.host.failpoints.hit("rooms.refunded");
  const ended = await leadership.untilDone("end the round", () =>
    store.end(key, "refunded", at(needs), async tx => {
      await draws.reveal(tx, "rooms", [which.number], null);
    }),
  );
  leadership.requireLeadership(ended);
}

const at = ({ host }: EndNeeds) => new Date(host.clock.now());

function openBets(
  { wallet }: EndNeeds,
  leadership: Leadership,
  { number, colour, currency }: Which,
): Promise<readonly Bet[]> {
  return leadership.untilDone("read the stakes", () => wallet.openBets(entryWindow(colour, currency), number));
}

async function settle(needs: EndNeeds, leadership: Leadership, ends: Parameters<typeof settleBets>[3]): Promise<void> {
  for (const bet of await settleBets(needs.wallet, leaderWindow, leadership, ends)) needs.decided(bet);
}
