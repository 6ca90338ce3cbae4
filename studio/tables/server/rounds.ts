import type { Tx } from "#kit/db/db.ts";
import { dueAt, roundAt } from "#kit/fair/beacon.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { entriesHash, entryLine } from "../shared/entries.ts";
import { roundWords } from "../shared/round-words.ts";
import { beaconAfterMs, type TableGame, type TableTiming } from "../shared/table-game.ts";
import type { Turns } from "../shared/turns.ts";
import { giveBack, rollbackOf, winOf } from "./bets.ts";
import type { Chains } from "./chains.ts";
import type { Lease } from "./lease.ts";
import { insertTxs, movePlayerRound, type PlayerRow, placedOf, playersOf, type TxRow, txsOf } from "./player-store.ts";
import { type Plays, pendingMoves } from "./plays.ts";
import { roundFacts } from "./snapshot.ts";
import { standingOf } from "./standing.ts";
import { addEvent, changeRound, insertRound, lockRound, newestRound, type RoundRow } from "./table-store.ts";

/** Every step of a round, each in one transaction of the table's leader: a step that was cut off has not happened. */
export interface Rounds {
  /** Undefined while the table's chain is not ready. */
  open(): Promise<RoundRow | undefined>;
  /** No more bets. */
  close(round: RoundRow): Promise<void>;
  /** Fixes the bets: what the casino has not confirmed by now is returned. */
  freeze(round: RoundRow): Promise<void>;
  /** The hash of the bets is public from here on. */
  publish(round: RoundRow): Promise<void>;
  deal(round: RoundRow, value: BeaconValue): Promise<void>;
  settle(round: RoundRow): Promise<void>;
  /** Ends the decision that was not made in time. */
  expire(round: RoundRow): Promise<void>;
  /** All decisions are made: the result, and what it pays. */
  finish(round: RoundRow): Promise<void>;
  /** Every bet is returned. */
  void(round: RoundRow, reason: "closed_late" | "no_beacon"): Promise<void>;
}

export interface BeaconValue {
  readonly randomness: string;
  readonly signature: string;
}

export interface RoundsNeeds {
  readonly game: TableGame;
  readonly timing: TableTiming;
  readonly maths: string;
  readonly beacon: Beacon;
  readonly chains: Chains;
  readonly lease: Lease;
  /** Of a table at which players decide. */
  readonly plays?: Plays | undefined;
}

const mostWinners = 5;

export function createRounds(host: StudioHost, needs: RoundsNeeds): Rounds {
  const { db, clock, failpoints } = host;
  const { game, timing, maths, beacon, chains, lease, plays } = needs;
  const now = () => new Date(clock.now());

  const led = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.tx(async tx => {
      await lease.assertHeld(tx);
      return work(tx);
    });

  /** The round in the state that the step begins in; undefined where another process has done the step. */
  async function locked(tx: Tx, { number }: RoundRow, state: RoundRow["state"]): Promise<RoundRow | undefined> {
    const round = await lockRound(tx, game.slug, number, "UPDATE");
    return round.state === state ? round : undefined;
  }

  const announce = (tx: Tx, round: RoundRow) =>
    addEvent(tx, game.slug, { type: "round", round: roundFacts(round, timing) }, now());

  async function linkOf(round: Pick<RoundRow, "chain" | "index">): Promise<Uint8Array> {
    return (await chains.byId(round.chain)).link(round.index);
  }

  async function returnAll(tx: Tx, round: RoundRow, reason: string): Promise<void> {
    for (const { player, bets } of await standingOf(tx, round)) {
      await insertTxs(
        tx,
        bets.map(bet => rollbackOf(host, player, bet, reason)),
      );
      await movePlayerRound(tx, player.id, ["open"], { state: "voiding" });
    }
  }

  async function giveBackUnconfirmed(tx: Tx, round: RoundRow): Promise<void> {
    const players = await playersOf(tx, game.slug, round.number);
    const txs = await txsOf(
      tx,
      players.map(({ id }) => id),
    );
    for (const bet of txs.filter(({ kind, state }) => kind === "bet" && state === "sent")) {
      await giveBack(tx, host, bet, "late");
    }
  }

  async function draw(round: RoundRow, value: string) {
    const link = await linkOf(round);
    const { salt } = await chains.byId(round.chain);
    const words = roundWords(nobleHashes, {
      table: game.slug,
      round: round.index,
      link,
      salt: salt ?? "",
      beaconRound: Number(round.beaconRound),
      beaconValue: value,
    });
    return { link: toHex(link), outcome: game.draw(words) };
  }

  async function writeWins(tx: Tx, round: RoundRow, outcome: Json, settlesAt: Date): Promise<void> {
    const wins = [];
    for (const { player, layout } of await standingOf(tx, round)) {
      const payout = game.payout(outcome, layout);
      wins.push(winOf(host, player, payout, settlesAt));
      await movePlayerRound(tx, player.id, ["open"], { state: "drawn", payout });
    }
    await insertTxs(tx, wins);
  }

  /** The first cards. The link stays secret until the last decision. */
  async function dealHands(turns: Turns, round: RoundRow, value: BeaconValue): Promise<void> {
    const words = await required(plays, "plays of the table").words(round, value.randomness);
    await led(async tx => {
      if (!(await locked(tx, round, "closed"))) return;
      const spots = (await standingOf(tx, round)).flatMap(({ layout }) => layout.map(({ spot }) => spot));
      const seats = [...new Set(spots.filter(turns.isMain).map(turns.seatOf))].sort((a, b) => a - b);
      const play = turns.open(words, seats);
      const { next } = play;
      const dealtAt = now();
      const turnStartsAt = new Date(dealtAt.getTime() + turns.dealMs(seats.length));
      const decisionMs = timing.decisionMs ?? turns.decisionMs;
      const turnEndsAt = next.kind === "over" ? null : new Date(turnStartsAt.getTime() + decisionMs);
      const drawn = { beaconValue: value.randomness, beaconSignature: value.signature };
      const begun = { dealtAt, turnStartsAt, turnEndsAt, play: { seats, view: play.view(), next } };
      await announce(tx, await changeRound(tx, round, { state: "playing", ...drawn, ...begun }));
    });
    failpoints.hit("table.hand.dealt");
  }

  return {
    async expire(round) {
      const { turns } = game;
      if (!turns || !plays) return;
      await plays.prepare(round);
      await led(async tx => {
        const here = await locked(tx, round, "playing");
        if (!here?.turnEndsAt || here.turnEndsAt.getTime() > clock.now()) return;
        if ((await pendingMoves(tx, here)).length > 0) return;
        let last = here;
        const play = await plays.read(tx, here);
        for (const move of turns.timedOut(play.next)) last = await plays.make(tx, last, play, { move, by: "clock" });
      });
      failpoints.hit("table.turn.expired");
    },

    async finish(round) {
      const { turns } = game;
      if (!turns || !plays) return;
      const link = toHex(await linkOf(round));
      await led(async tx => {
        const here = await locked(tx, round, "playing");
        if (here?.play?.next.kind !== "over") return;
        const outcome = (await plays.read(tx, here)).finish();
        const settlesAt = new Date(clock.now() + turns.finishMs(outcome));
        await writeWins(tx, here, outcome, settlesAt);
        await announce(tx, await changeRound(tx, here, { state: "dealing", link, outcome, settlesAt }));
      });
      failpoints.hit("table.round.dealt");
    },

    async open() {
      const next = await chains.current(game.slug);
      if (!next) return undefined;
      const info = await beacon.info();
      const round = await led(async tx => {
        const last = await newestRound(tx, game.slug);
        const openedAt = now();
        const closesAt = new Date(openedAt.getTime() + timing.bettingMs);
        const beaconRound = firstDue(info, closesAt.getTime() + beaconAfterMs);
        const opened = await insertRound(tx, {
          game: game.slug,
          number: (last?.number ?? 0n) + 1n,
          chain: next.chain.id,
          index: next.index,
          maths,
          linkHash: toHex(nobleHashes.sha256(next.chain.link(next.index))),
          openedAt,
          closesAt,
          beaconRound: BigInt(beaconRound),
          beaconDueAt: new Date(dueAt(info, beaconRound)),
        });
        await announce(tx, opened);
        return opened;
      });
      failpoints.hit("table.round.opened");
      return round;
    },

    close: round =>
      led(async tx => {
        if (await locked(tx, round, "betting")) await announce(tx, await changeRound(tx, round, { state: "closed" }));
      }),

    async freeze(round) {
      await led(async tx => {
        const here = await locked(tx, round, "closed");
        if (!here || here.frozenAt) return;
        await giveBackUnconfirmed(tx, round);
        const entries = (await standingOf(tx, round)).flatMap(({ player, bets }) => bets.map(bet => ({ player, bet })));
        const lines = entries.map(({ player, bet }, index) => lineOf(index, player, bet));
        await tx.query(
          `UPDATE tables.txs t SET entry = e.entry - 1
           FROM unnest($1::uuid[]) WITH ORDINALITY AS e(id, entry) WHERE t.id = e.id`,
          [entries.map(({ bet }) => bet.id)],
        );
        await changeRound(tx, round, {
          frozenAt: now(),
          entries: lines.length,
          entriesHash: entriesHash(nobleHashes, lines),
        });
      });
      failpoints.hit("table.round.frozen");
    },

    publish: round =>
      led(async tx => {
        const here = await locked(tx, round, "closed");
        if (here && !here.publishedAt) await announce(tx, await changeRound(tx, round, { publishedAt: now() }));
      }),

    async deal(round, value) {
      if (game.turns) return dealHands(game.turns, round, value);
      const { randomness, signature } = value;
      const { link, outcome } = await draw(round, randomness);
      await led(async tx => {
        if (!(await locked(tx, round, "closed"))) return;
        const dealtAt = now();
        const settlesAt = new Date(dealtAt.getTime() + timing.dealingMs);
        await writeWins(tx, round, outcome, settlesAt);
        const drawn = { link, outcome, beaconValue: randomness, beaconSignature: signature };
        await announce(tx, await changeRound(tx, round, { ...drawn, state: "dealing", dealtAt, settlesAt }));
      });
      failpoints.hit("table.round.dealt");
    },

    async settle(round) {
      await led(async tx => {
        if (!(await locked(tx, round, "dealing"))) return;
        const settled = await changeRound(tx, round, { state: "settled", endedAt: now() });
        const winners = (await playersOf(tx, game.slug, round.number))
          .filter(({ payout }) => (payout ?? 0n) > 0n)
          .sort((a, b) => inSteps(game, b) - inSteps(game, a))
          .slice(0, mostWinners)
          .map(({ nick, currency, payout, publicId }) => ({
            nick: nick ?? "",
            currency,
            payout: formatAmount(payout ?? 0n),
            public_id: publicId,
          }));
        await announce(tx, settled);
        await addEvent(tx, game.slug, { type: "paid", round: Number(round.number), winners }, now());
      });
      failpoints.hit("table.round.settled");
    },

    async void(round, reason) {
      const link = toHex(await linkOf(round));
      await led(async tx => {
        const here = await locked(tx, round, round.state);
        if (!here || (here.state !== "betting" && here.state !== "closed")) return;
        await giveBackUnconfirmed(tx, round);
        await returnAll(tx, round, reason);
        await announce(tx, await changeRound(tx, round, { state: "voided", voidReason: reason, link, endedAt: now() }));
      });
      failpoints.hit("table.round.voided");
    },
  };
}

export function lineOf(
  index: number,
  player: Pick<PlayerRow, "publicId" | "currency">,
  bet: Pick<TxRow, "layout">,
): string {
  return entryLine(index, { id: player.publicId, currency: player.currency, layout: placedOf(bet.layout) });
}

/** The first beacon round that is due at a moment or later. */
function firstDue(info: Parameters<typeof roundAt>[0], ms: number): number {
  const newest = Math.max(1, roundAt(info, ms));
  return dueAt(info, newest) >= ms ? newest : newest + 1;
}

/** Payouts of several currencies, compared by chips. */
function inSteps(game: TableGame, { payout, currency }: PlayerRow): number {
  return Number((payout ?? 0n) / game.limits(currency as Parameters<TableGame["limits"]>[0]).step);
}
