import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { CrashStore } from "#modules/games/crash/server/store.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import { modelTx } from "#modules/wallet/testing/model.ts";
import type { SimulatedDatabase, Statement } from "./database.ts";
import type { PlantedBug } from "./planted.ts";
import type { CellState, Gift } from "./state.ts";

export type Cell = SimulatedDatabase<CellState>;

/** What the rules of a cluster are judged by, whatever its nodes believe. */
export interface Witness {
  /** This database has seen a leader of this epoch: earlier ones may change nothing in it. */
  leads(epoch: bigint, of: CellState): void;
  /** Throws where a statement of an older epoch changed something. */
  changedUnder(what: string, epoch: bigint, of: CellState): void;
  /** Betting on the round is over in all cells but these. */
  closed(round: bigint, absent: ReadonlySet<number>): void;
  /** Throws where the round's betting was over. */
  taken(round: bigint, cell: number): void;
}

export interface CellsNeeds {
  readonly cells: readonly Cell[];
  readonly cellOf: (player: PlayerId) => number;
  /** Sends a statement from this node; rejects when nothing is known about it after a while. */
  readonly send: <T>(cell: Cell, statement: Statement<CellState, T>) => Promise<T>;
  readonly within: <T>(ms: number, work: Promise<T>) => Promise<T | undefined>;
  readonly witness: Witness;
  readonly planted: PlantedBug | undefined;
}

const name = "crash";
/** A cell that does not close its gate in this time is out of the round. */
const closingMs = 2_000;
const currency = "RUB";
const inTransit = account("corrections");

/**
 * The wallet of all cells, as a node uses it. The first cell has the epoch and the rounds. With one cell these are the statements of
 * the product; several are a model of docs/decisions/0191: a gate a cell, gifts over a transit account with an outbox.
 */
export function walletOverCells({ cells, cellOf, send, within, witness, planted }: CellsNeeds) {
  const house = required(cells[0], "a house");
  const hasFence = planted !== "fence left out";
  /** The absent cells of each round that this node leads. */
  const absentOf = new Map<bigint, ReadonlySet<number>>();
  const at = (player: PlayerId) => required(cells[cellOf(player)], "a cell");

  /** Raises the gate's epoch to the leader's; without the fence any leader's statement passes. */
  async function raised(state: CellState, epoch: bigint): Promise<bigint> {
    let own = (await state.wallet.bettingWindow(name))?.epoch ?? 0n;
    while (own < epoch) own = await state.wallet.takeEpoch(name);
    witness.leads(own, state);
    return hasFence ? epoch : own;
  }

  async function openIn(state: CellState, round: bigint, epoch: bigint): Promise<boolean> {
    const opened = await state.wallet.openBettingWindow(modelTx, name, round, await raised(state, epoch));
    if (opened) witness.changedUnder("the opening of a round", epoch, state);
    return opened;
  }

  async function closeIn(state: CellState, epoch: bigint): Promise<boolean> {
    const closed = await state.wallet.closeBettingWindow(name, await raised(state, epoch));
    if (closed) witness.changedUnder("the closing of a round", epoch, state);
    return closed;
  }

  /** The stakes of a cell that is out of the round go back. */
  async function refundRound({ wallet }: CellState, round: bigint, only?: Bet): Promise<void> {
    const gate = await wallet.bettingWindow(name);
    if (gate?.round === round && gate.open) await wallet.closeBettingWindow(name, gate.epoch);
    for (const { player, key } of only ? [only] : await wallet.openBets(name, round))
      await wallet.settle({ player, bet: key, result: { kind: "voided", outcome: { cashed_out_at: null } } });
  }

  const windows: BettingWindows = {
    takeEpoch: async () =>
      send(house, async state => {
        const epoch = await state.wallet.takeEpoch(name);
        witness.leads(epoch, state);
        return epoch;
      }),
    bettingWindow: async () => send(house, ({ wallet }) => wallet.bettingWindow(name)),
    openBettingWindow: async () => false,
    async closeBettingWindow(_name, epoch) {
      const forgets = planted === "close of one gate skipped";
      const { round, closed } = await send(house, async state => {
        const round = (await state.wallet.bettingWindow(name))?.round ?? 0n;
        return { round, closed: (forgets && Number(round) % cells.length === 0) || (await closeIn(state, epoch)) };
      });
      if (!closed) return false;
      const forgotten = forgets ? Number(round) % cells.length : 0;
      const away = new Set<number>();
      await Promise.all(
        cells.map(async (cell, index) => {
          if (index === 0 || index === forgotten) return;
          const closed = await within(
            closingMs,
            send(cell, state => closeIn(state, epoch)),
          );
          if (!closed) away.add(index);
        }),
      );
      // Noted before anything of the outcome is published.
      if (away.size > 0)
        await send(house, ({ absent }) => void absent.set(round, new Set([...(absent.get(round) ?? []), ...away])));
      const absent = await send(house, state => new Set(state.absent.get(round) ?? []));
      absentOf.set(round, absent);
      witness.closed(round, absent);
      return true;
    },
    async openBets(_name, round) {
      const absent = absentOf.get(round) ?? (await send(house, state => new Set(state.absent.get(round) ?? [])));
      const present = cells.filter((_, index) => !absent.has(index));
      return (await Promise.all(present.map(cell => send(cell, ({ wallet }) => wallet.openBets(name, round))))).flat();
    },
  };

  const play: WalletPort = {
    place: bet =>
      send(at(bet.player), async ({ wallet }) => {
        const answer = await wallet.place(bet);
        if (bet.bettingWindow && answer.kind === "accepted" && !answer.replayed)
          witness.taken(bet.bettingWindow.round, cellOf(bet.player));
        return answer;
      }),
    async settle(settlement) {
      const { player, bet: key, bettingWindow } = settlement;
      return send(at(player), async state => {
        const bet = await state.wallet.bet(player, key);
        const round = bet?.round?.number;
        if (bet?.round && round !== undefined && bettingWindow && absentOf.get(round)?.has(cellOf(player))) {
          await refundRound(state, round, bet.status === "open" ? bet : undefined);
          return { kind: "settled", bet: required(await state.wallet.bet(player, key), "a bet"), replayed: true };
        }
        if (!bettingWindow) return state.wallet.settle(settlement);
        const epoch = await raised(state, bettingWindow.epoch);
        const answer = await state.wallet.settle({ ...settlement, bettingWindow: { name, epoch } });
        if (answer.kind === "settled" && !answer.replayed)
          witness.changedUnder("the end of a bet", bettingWindow.epoch, state);
        return answer;
      });
    },
    bet: (player, key) => send(at(player), ({ wallet }) => wallet.bet(player, key)),
    balances: player => send(at(player), ({ wallet }) => wallet.balances(player)),
  };

  const store: CrashStore = {
    openRound: () => send(house, ({ crash }) => crash.openRound()),
    round: number => send(house, ({ crash }) => crash.round(number)),
    async open(round) {
      const opened = await send(house, state =>
        state.crash.open(round, () => openIn(state, round.number, round.epoch)),
      );
      if (opened)
        for (const cell of cells.slice(1))
          send(cell, state => openIn(state, round.number, round.epoch)).catch(() => undefined);
      return opened;
    },
    adopt: (number, epoch) =>
      send(house, async state => {
        const { crash } = state;
        const adopted = await crash.adopt(number, hasFence ? epoch : ((await crash.round(number))?.epoch ?? epoch));
        if (adopted) witness.changedUnder("taking a round over", epoch, state);
        return adopted;
      }),
    advance: (key, from, to, when) =>
      send(house, async state => {
        const { crash } = state;
        const before = (await crash.round(key.number))?.state;
        const done = await crash.advance(await writerOf(crash, key), from, to, when);
        if (done && before !== to) witness.changedUnder(`the step to ${to}`, key.epoch, state);
        return done;
      }),
    async reveal(key, from, to, result, when, linkOf) {
      const revealed = await send(house, async state => {
        const { crash, chain } = state;
        const before = (await crash.round(key.number))?.state;
        const done = await crash.reveal(await writerOf(crash, key), from, to, result, when, async tx =>
          chain.reveal(tx, await chain.open(name, Number(key.number))),
        );
        if (done && before !== to) witness.changedUnder(`the step to ${to}`, key.epoch, state);
        return done;
      });
      if (revealed) await linkOf(modelTx);
      return revealed;
    },
    ended: (limit, before) => send(house, ({ crash }) => crash.ended(limit, before)),
  };

  async function writerOf(crash: CrashStore, key: { readonly number: bigint; readonly epoch: bigint }) {
    return hasFence ? key : { ...key, epoch: (await crash.round(key.number))?.epoch ?? key.epoch };
  }

  const gifts = {
    /** Leaves its giver; true when it has. */
    give: (gift: Gift): Promise<boolean> =>
      send(at(gift.from), async ({ wallet, outbox }) => {
        const { id: reference, from: owner, amount } = gift;
        const answer = await wallet.debit(modelTx, {
          owner,
          currency,
          amount,
          kind: "correction",
          reference,
          to: inTransit,
        });
        if (answer.kind === "moved" && !answer.replayed) outbox.set(gift.id, gift);
        return answer.kind === "moved";
      }),
    /** Carries what is under way to the other side: booked there once, and only then forgotten here. */
    async deliver(from: Cell): Promise<void> {
      for (const gift of await send(from, ({ outbox }) => [...outbox.values()])) {
        const forget = () => send(from, ({ outbox }) => void outbox.delete(gift.id));
        const { id: reference, to: owner, amount } = gift;
        if (planted === "outbox deleted before the other side's commit") await forget();
        await send(at(gift.to), ({ wallet }) =>
          wallet.credit(modelTx, { owner, currency, amount, kind: "correction", reference, from: inTransit }),
        );
        await forget();
      }
    },
  };

  /** Stakes of cells that were away when their round's betting ended. */
  async function sweepAbsent(): Promise<void> {
    for (const [round, absent] of await send(house, state => [...state.absent]))
      for (const index of absent) await send(required(cells[index], "a cell"), state => refundRound(state, round));
  }

  return { wallet: { ...play, ...windows }, store, gifts, sweepAbsent };
}
