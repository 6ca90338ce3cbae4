import type { Host } from "#kit/host/host.ts";
import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { createRoundEnds } from "#modules/engines/multiplayer/server/index.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws, NamedBeacon } from "#modules/fairness/server/index.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import { drawTicket, holderOf, potOf, type RoomsRules, winnerGets } from "../shared/rules.ts";
import { entryWindow } from "./live-room.ts";
import { type Draw, leaderWindow, type Reason, type RoomStore, type RoundRow, type StoredEntry } from "./store.ts";

export interface EndNeeds {
  readonly host: Pick<Host, "clock" | "failpoints">;
  readonly wallet: Pick<WalletPort, "settle"> & Pick<BettingWindows, "openBets">;
  readonly draws: MultiplayerDraws;
  readonly store: RoomStore;
  readonly versions: RuleVersions<RoomsRules>;
  /** Called for each bet that was decided, after its commit. */
  readonly decided: (bet: Bet) => void;
}

/** A round that ends, by the rules it was opened with. */
export interface EndingRoom extends Pick<RoundRow, "number" | "colour" | "currency" | "rulesVersion"> {
  /** Both only of a round whose entry has closed. */
  readonly beacon?: Pick<NamedBeacon, "round" | "dueAt">;
  readonly entries?: readonly StoredEntry[];
}

/** How the rounds of rooms end: one ticket of the pot is drawn, its holder is paid, all other stakes are lost. */
export function createRoomEnds({ host, wallet, draws, store, versions, decided }: EndNeeds, leadership: Leadership) {
  const { failpoints, clock } = host;

  const openBets = ({ number, colour, currency }: EndingRoom): Promise<readonly Bet[]> =>
    leadership.untilDone("read the stakes", () => wallet.openBets(entryWindow(colour, currency), number));
  const entriesOf = ({ number }: EndingRoom) => leadership.untilDone("read who is in", () => store.entries(number));

  async function payoutsOf(which: EndingRoom) {
    const stored = await leadership.untilDone("read the draw", () => store.round(which.number));
    const round = required(stored, "the drawn round");
    const seats = new Map((await entriesOf(which)).map(({ player, key, seat }) => [`${player}/${key}`, seat]));
    const outcome = { ticket: String(round.ticket), seat: round.winnerSeat };
    return (await openBets(which)).map(bet => {
      const seat = required(seats.get(`${bet.player}/${bet.key}`), "a stake of the round has a seat");
      const payout = seat === round.winnerSeat ? required(round.payout, "a drawn round pays") : micros(0n);
      return { bet, result: { kind: "paid", payout, outcome } } as const;
    });
  }

  /** Who was in a round that never closed is stored for its public record. */
  async function stakesOf(which: EndingRoom): Promise<readonly Bet[]> {
    const closed = await entriesOf(which);
    const bets = await openBets(which);
    const entries = bets.map(({ player, key, stake }, at) => ({ seat: at + 1, player, key, stake }));
    if (closed.length === 0 && entries.length > 0)
      await ends.write("note who was in", [which.number], tx => store.noteOnce(tx, which.number, entries));
    return bets;
  }

  const each = async <T>(rounds: readonly EndingRoom[], read: (round: EndingRoom) => Promise<readonly T[]>) =>
    (await Promise.all(rounds.map(read))).flat();

  const ends = createRoundEnds<EndingRoom, Draw, Reason>(
    { clock, wallet, draws, decided },
    {
      name: leaderWindow,
      store,
      numberOf: ({ number }) => number,
      beaconOf: ({ beacon }) => required(beacon, "a closed round has a beacon"),
      draw(stream, { entries = [], rulesVersion }) {
        const pot = potOf(entries);
        const ticket = drawTicket(stream, pot);
        return {
          ticket,
          seat: holderOf(entries, ticket).seat,
          payout: winnerGets(versions.rulesOf(rulesVersion), pot),
        };
      },
      payouts: rounds => each(rounds, payoutsOf),
      stakes: rounds => each(rounds, stakesOf),
      refundedAs: { ticket: null, seat: null },
      ended: async () => undefined,
      reached: {
        confirmed: () => failpoints.hit("rooms.told"),
        decided: () => failpoints.hit("rooms.drawn"),
        settled: () => failpoints.hit("rooms.settled"),
        refunding: () => failpoints.hit("rooms.refunding"),
        refunded: () => failpoints.hit("rooms.refunded"),
      },
    },
    leadership,
  );
  return ends;
}
