import type { Host } from "#kit/host/host.ts";
import { micros } from "#kit/money/amount.ts";
import { must } from "#kit/std/invariant.ts";
import { type Reign, settleBets } from "#modules/engines/shared-rounds/server/index.ts";
import { type BetweenRounds, beaconPatienceMs, type NamedBeacon } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import { drawTicket, holderOf, potOf, winnerGets } from "../shared/rules.ts";
import { entryGate, leaderGate } from "./live-room.ts";
import type { Reason, RoomStore, RoundKey, RoundRow, StoredEntry } from "./store.ts";

export interface EndNeeds {
  readonly host: Pick<Host, "clock" | "failpoints">;
  readonly wallet: Pick<WalletPort, "settle"> & Pick<WalletGates, "openBets">;
  readonly between: BetweenRounds;
  readonly store: RoomStore;
  /** Of each bet that was decided, after its commit. */
  readonly decided: (bet: Bet) => void;
}

type Which = Pick<RoundRow, "number" | "colour" | "currency">;

const askAgainMs = 250;

/**
 * From a close record that stands to the end of the round: told in time, the beacon's value, the draw, the payments. Taken
 * up at any step by a later leader it comes to the same end.
 */
export async function drawRound(
  needs: EndNeeds,
  reign: Reign,
  round: Which,
  beacon: Pick<NamedBeacon, "round" | "dueAt">,
): Promise<void> {
  const { between } = needs;
  const told = await reign.untilDone("say that it was told", () => between.told("rooms", [round.number]));
  if (told.length === 0) return giveBack(needs, reign, round, "late");
  needs.host.failpoints.hit("rooms.told");
  const value = await beaconValue(needs, reign, beacon);
  if (!value) return giveBack(needs, reign, round, "no_beacon");
  const key = { number: round.number, epoch: reign.epoch };
  const entries = await reign.untilDone("read who is in", () => needs.store.entries(round.number));
  const decided = await reign.untilDone("draw", () =>
    needs.store.decide(key, async tx => {
      const streams = await between.reveal(tx, "rooms", [round.number], value);
      const pot = potOf(entries);
      const ticket = drawTicket(must(streams.get(round.number), "the words of the round"), pot);
      return { ticket, seat: holderOf(entries, ticket).seat, payout: winnerGets(pot) };
    }),
  );
  reign.unlessFenced(decided);
  needs.host.failpoints.hit("rooms.drawn");
  await payOut(needs, reign, round);
}

/** The beacon's value, asked for until it has been due for a minute; undefined when it never came. */
async function beaconValue(
  { host, between }: EndNeeds,
  reign: Reign,
  { round, dueAt }: Pick<NamedBeacon, "round" | "dueAt">,
) {
  for (;;) {
    const wait = dueAt - host.clock.now();
    if (wait > 0) await reign.wait(wait);
    const value = await between.value(round).catch(() => undefined);
    if (value || host.clock.now() >= dueAt + beaconPatienceMs) return value;
    await reign.wait(askAgainMs);
  }
}

/** Pays the winner and ends all other stakes: whatever is still open of a drawn round. */
export async function payOut(needs: EndNeeds, reign: Reign, which: Which): Promise<void> {
  const { store } = needs;
  const round = must(await reign.untilDone("read the draw", () => store.round(which.number)), "the drawn round");
  const entries = await reign.untilDone("read who is in", () => store.entries(which.number));
  const seats = new Map(entries.map(entry => [`${entry.player}/${entry.key}`, entry.seat]));
  const outcome = { ticket: String(round.ticket), seat: round.winnerSeat };
  const open = await openBets(needs, reign, which);
  const ends = open.map(bet => {
    const seat = must(seats.get(`${bet.player}/${bet.key}`), "a stake of the round has a seat");
    const payout = seat === round.winnerSeat ? must(round.payout, "a drawn round pays") : micros(0n);
    return { bet, result: { kind: "paid", payout, outcome } } as const;
  });
  await settle(needs, reign, ends);
  needs.host.failpoints.hit("rooms.settled");
  const key = { number: which.number, epoch: reign.epoch };
  reign.unlessFenced(
    await reign.untilDone("end the round", () => store.end(key, "paid", at(needs), async () => undefined)),
  );
}

/** Gives every stake of the round back, once: the decision is in the books first, so that nothing else can become of it. */
export async function giveBack(needs: EndNeeds, reign: Reign, which: Which, reason: Reason): Promise<void> {
  const key = { number: which.number, epoch: reign.epoch };
  reign.unlessFenced(await reign.untilDone("decide to give back", () => needs.store.giveBack(key, reason)));
  needs.host.failpoints.hit("rooms.refunding");
  await refund(needs, reign, which, key);
}

/** Gives back what is still open of a round for which that is decided. */
export async function refund(needs: EndNeeds, reign: Reign, which: Which, key: RoundKey): Promise<void> {
  const { store, between } = needs;
  const closed = await reign.untilDone("read who is in", () => store.entries(which.number));
  const bets = await openBets(needs, reign, which);
  const outcome = { ticket: null, seat: null };
  const entries: StoredEntry[] = bets.map(({ player, key: betKey, stake }, at) => {
    return { seat: at + 1, player, key: betKey, stake };
  });
  if (closed.length === 0 && entries.length > 0)
    reign.unlessFenced(await reign.untilDone("note who was in", () => store.noteOnce(key, entries)));
  await settle(
    needs,
    reign,
    bets.map(bet => ({ bet, result: { kind: "voided", outcome } }) as const),
  );
  needs.host.failpoints.hit("rooms.refunded");
  const ended = await reign.untilDone("end the round", () =>
    store.end(key, "refunded", at(needs), async tx => {
      await between.reveal(tx, "rooms", [which.number], null);
    }),
  );
  reign.unlessFenced(ended);
}

const at = ({ host }: EndNeeds) => new Date(host.clock.now());

function openBets({ wallet }: EndNeeds, reign: Reign, { number, colour, currency }: Which): Promise<readonly Bet[]> {
  return reign.untilDone("read the stakes", () => wallet.openBets(entryGate(colour, currency), number));
}

async function settle(needs: EndNeeds, reign: Reign, ends: Parameters<typeof settleBets>[3]): Promise<void> {
  for (const bet of await settleBets(needs.wallet, leaderGate, reign, ends)) needs.decided(bet);
}
