import type { Tx } from "#kit/db/db.ts";
import { dueAt, roundAt } from "#kit/fair/beacon.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { entriesHash, entryLine } from "../shared/entries.ts";
import { roundWords } from "../shared/round-words.ts";
import { beaconAfterMs, type TableGame } from "../shared/table-game.ts";
import { queueRollback, rollbackOf } from "./bets.ts";
import { createHandRounds } from "./hand-rounds.ts";
import { insertTxs, movePlayerRound, type PlayerRow, placedOf, playersOf, type TxRow, txsOf } from "./player-store.ts";
import { type BeaconValue, createRoundSteps, type RoundsNeeds } from "./round-steps.ts";
import { standingOf } from "./standing.ts";
import { addEvent, changeRound, insertRound, newestRound, type RoundRow } from "./table-store.ts";

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

const mostWinners = 5;

export function createRounds(host: StudioHost, needs: RoundsNeeds): Rounds {
  const { failpoints } = host;
  const { game, timing, maths, beacon, chains, plays } = needs;
  const steps = createRoundSteps(host, needs);
  const { led, locked, announce, linkOf, now, writeWins } = steps;
  const hands =
    game.turns &&
    createHandRounds(host, { turns: game.turns, timing, plays: required(plays, "plays of the table"), steps });

  async function returnAll(tx: Tx, round: RoundRow, reason: string): Promise<void> {
    for (const { player, bets } of await standingOf(tx, round)) {
      await insertTxs(
        tx,
        bets.map(bet => rollbackOf(host, player, bet, reason)),
      );
      await movePlayerRound(tx, player.id, ["open"], { state: "voiding" });
    }
  }

  async function rollBackUnconfirmed(tx: Tx, round: RoundRow): Promise<void> {
    const players = await playersOf(tx, game.slug, round.number);
    const txs = await txsOf(
      tx,
      players.map(({ id }) => id),
    );
    for (const bet of txs.filter(({ kind, state }) => kind === "bet" && state === "sent")) {
      await queueRollback(tx, host, bet, "late");
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

  return {
    expire: async round => hands?.expire(round),
    finish: async round => hands?.finish(round),

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
        await rollBackUnconfirmed(tx, round);
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
      if (hands) return hands.deal(round, value);
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
        await rollBackUnconfirmed(tx, round);
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
