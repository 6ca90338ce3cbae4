import type { Host } from "#kit/host/host.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import { type Desk, type PublicFace, type Reign, settleBets } from "#modules/desk/server/index.ts";
import { type BetweenRounds, beaconPatienceMs, type NamedBeacon } from "#modules/fairness/server/index.ts";
import type { Bet, WalletGates, WalletPort } from "#modules/wallet/server/port.ts";
import { openerWins, sideShown, winnerGets } from "../shared/rules.ts";
import { closeOf, type LiveDuel } from "./live-duel.ts";
import type { DuelStore, NewDuel, Reason, StoredDuel } from "./store.ts";
import { together } from "./together.ts";
import { entriesOf, factsOf } from "./views.ts";

export const gateName = "duels";

export interface TableNeeds {
  readonly host: Pick<Host, "clock" | "log" | "failpoints">;
  readonly wallet: WalletPort & WalletGates;
  readonly between: BetweenRounds;
  readonly desk: Pick<Desk, "faceOf">;
  readonly store: DuelStore;
  readonly isTestBeacon: boolean;
  /** Of a duel that has changed, after the commit. */
  readonly changed: (duel: LiveDuel) => void;
  /** Sends what waits: before the time of a close record is written. */
  readonly flush: () => void;
  readonly decided: (bet: Bet) => void;
  /** A step that goes on by itself has failed. */
  readonly failed: (error: unknown) => void;
}

export type DuelTable = ReturnType<typeof createDuelTable>;

const askAgainMs = 250;
const readAtOnce = 20;
const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;

/** The duels of one reign: every step on them, many at a time, written under its epoch. */
export function createDuelTable(needs: TableNeeds, reign: Reign) {
  const { host, wallet, between, desk, store } = needs;
  const live = new Map<bigint, LiveDuel>();
  const byBet = new Map<string, LiveDuel>();
  const openOf = new Map<PlayerId, number>();
  const at = () => new Date(host.clock.now());
  const numbersOf = (duels: readonly LiveDuel[]) => duels.map(({ stored }) => stored.number);
  const write = async (what: string, work: Parameters<DuelStore["write"]>[1]) =>
    reign.unlessFenced(await reign.untilDone(what, () => store.write(reign.epoch, work)));

  /** A face is worth no round: without one a player is shown as hidden. */
  async function faceOf(player: PlayerId): Promise<PublicFace> {
    return desk.faceOf(player).catch((error: unknown) => {
      host.log.warn({ err: error }, "a player in a duel is shown without a face");
      return { face: null, test: false };
    });
  }

  /** What fails here but by the end of the reign leaves duels half done: the next reign takes them up. */
  function guarded<T>(work: Promise<T>): Promise<T> {
    work.catch(needs.failed);
    return work;
  }

  function keep(duel: LiveDuel): LiveDuel {
    const { number, opener, openerKey } = duel.stored;
    live.set(number, duel);
    byBet.set(nameOf(opener, openerKey), duel);
    if (duel.joinerBet) byBet.set(nameOf(duel.joinerBet.player, duel.joinerBet.key), duel);
    openOf.set(opener, (openOf.get(opener) ?? 0) + 1);
    return duel;
  }

  function forget(duel: LiveDuel): void {
    const { number, opener, openerKey } = duel.stored;
    if (!live.delete(number)) return;
    byBet.delete(nameOf(opener, openerKey));
    if (duel.joinerBet) byBet.delete(nameOf(duel.joinerBet.player, duel.joinerBet.key));
    const left = (openOf.get(opener) ?? 1) - 1;
    if (left > 0) openOf.set(opener, left);
    else openOf.delete(opener);
  }

  /** Writes new duels down, each with its secret. A throw leaves it open whether they are there. */
  const insert = together(async (fresh: readonly NewDuel[]) => {
    let made: { stored: StoredDuel; commitment: string }[] = [];
    const written = await store.write(reign.epoch, async tx => {
      const numbers = await store.takeNumbers(tx, fresh.length);
      const commitments = await between.open(tx, gateName, numbers);
      const rows = fresh.map((duel, i) => ({ ...duel, number: must(numbers[i], "a number for each") }));
      await store.insert(tx, rows);
      const empty = { joinedBy: null, joiner: null, joinerKey: null, endedAt: null, openerWon: null, reason: null };
      made = rows.map((row, i) => {
        return { stored: { ...row, ...empty, state: "open" }, commitment: must(commitments[i], "a promise for each") };
      });
    });
    reign.unlessFenced(written);
    return made;
  });

  /** Closes entry of duels whose second seat is taken. */
  const closeAll = together(async (duels: readonly LiveDuel[]) => {
    const named = await nameBeacon();
    if (!named) {
      await giveBack(duels, "no_beacon");
      return duels;
    }
    let hashes: string[] = [];
    let closed: LiveDuel[] = [];
    await write("close duels", async tx => {
      const still = await store.still(tx, numbersOf(duels), "open");
      closed = duels.filter(({ stored }) => still.has(stored.number));
      if (closed.length === 0) return;
      await store.close(
        tx,
        closed.map(({ stored }) => stored),
      );
      const closes = closed.map(({ stored }) => ({ round: stored.number, entries: entriesOf(between, stored) }));
      hashes = await between.close(tx, gateName, named, closes);
    });
    if (closed.length < duels.length) await readCloses(duels.filter(duel => !closed.includes(duel)));
    closed.forEach((duel, i) => {
      const beacon = { round: named.round, dueAt: named.dueAt, test: needs.isTestBeacon };
      duel.close = { entriesHash: must(hashes[i], "a hash for each"), beacon };
    });
    for (const duel of duels) {
      duel.stored = { ...duel.stored, state: "drawing" };
      needs.changed(duel);
    }
    needs.flush();
    host.failpoints.hit("duels.closed");
    draw(duels).catch(needs.failed);
    return duels;
  });

  /** Of duels that an earlier try has closed without an answer. */
  async function readCloses(duels: readonly LiveDuel[]): Promise<void> {
    const facts = await reign.untilDone("read close records", () => between.facts(gateName, numbersOf(duels)));
    for (const duel of duels) duel.close = closeOf(factsOf(facts.get(duel.stored.number)));
  }

  /** Undefined when the beacon could not even be asked what it is for a minute. */
  async function nameBeacon(): Promise<NamedBeacon | undefined> {
    for (const until = host.clock.now() + beaconPatienceMs; ; ) {
      const named = await between.nameBeacon().catch(() => undefined);
      if (named || host.clock.now() >= until) return named;
      await reign.wait(askAgainMs);
    }
  }

  /** From close records that stand to the end. All are of one beacon round, or taken up after a fault. */
  async function draw(duels: readonly LiveDuel[]): Promise<void> {
    const told = new Set(
      await reign.untilDone("say that they were told", () => between.told(gateName, numbersOf(duels))),
    );
    const late = duels.filter(({ stored }) => !told.has(stored.number));
    if (late.length > 0) await giveBack(late, "late");
    const inTime = duels.filter(({ stored }) => told.has(stored.number));
    const rounds = new Map<number, LiveDuel[]>();
    for (const duel of inTime) {
      const { round } = must(duel.close, "a closed duel has a beacon").beacon;
      rounds.set(round, [...(rounds.get(round) ?? []), duel]);
    }
    await Promise.all([...rounds.values()].map(decide));
  }

  async function decide(duels: readonly LiveDuel[]): Promise<void> {
    const { beacon } = must(duels[0]?.close, "a closed duel has a beacon");
    const value = await beaconValue(beacon);
    if (!value) return giveBack(duels, "no_beacon");
    await write("decide duels", async tx => {
      const still = [...(await store.still(tx, numbersOf(duels), "drawing"))];
      const streams = await between.reveal(tx, gateName, still, value);
      const draws = [...streams].map(([number, stream]) => ({ number, openerWon: openerWins(stream) }));
      await store.decide(tx, draws);
    });
    host.failpoints.hit("duels.decided");
    await payOut(duels);
  }

  /** The value, asked for until it has been due for a minute; undefined when it never came. */
  async function beaconValue({ round, dueAt }: { round: number; dueAt: number }) {
    for (;;) {
      const wait = dueAt - host.clock.now();
      if (wait > 0) await reign.wait(wait);
      const value = await between.value(round).catch(() => undefined);
      if (value || host.clock.now() >= dueAt + beaconPatienceMs) return value;
      await reign.wait(askAgainMs);
    }
  }

  /** Pays decided duels: the winner once, the loser nothing; the house has no purse here. */
  async function payOut(duels: readonly LiveDuel[]): Promise<void> {
    const stored = await reign.untilDone("read what was decided", () => store.duels(numbersOf(duels)));
    const won = new Map(stored.map(({ number, openerWon }) => [number, openerWon]));
    const ends = duels.flatMap(duel => {
      const { number, side, stake } = duel.stored;
      const openerWon = must(won.get(number) ?? undefined, "a decided duel has a winner");
      const shown = sideShown(side, openerWon);
      const paid = (isWinner: boolean) => {
        const payout = isWinner ? winnerGets(stake) : micros(0n);
        return { kind: "paid", payout, outcome: { side: shown, won: isWinner } } as const;
      };
      const opener = { bet: duel.openerBet, result: paid(openerWon) };
      return duel.joinerBet ? [opener, { bet: duel.joinerBet, result: paid(!openerWon) }] : [opener];
    });
    await settle(ends);
    host.failpoints.hit("duels.settled");
    await end(duels, false);
  }

  async function giveBack(duels: readonly LiveDuel[], reason: Reason): Promise<void> {
    await write("decide to give back", tx => store.giveBack(tx, numbersOf(duels), reason));
    host.failpoints.hit("duels.refunding");
    await refund(duels);
  }

  /** Gives back the stakes of duels for which that is decided. */
  async function refund(duels: readonly LiveDuel[]): Promise<void> {
    const outcome = { side: null, won: null };
    const bets = duels.flatMap(({ openerBet, joinerBet }) => (joinerBet ? [openerBet, joinerBet] : [openerBet]));
    await settle(bets.map(bet => ({ bet, result: { kind: "voided", outcome } }) as const));
    await end(duels, true);
  }

  async function settle(ends: Parameters<typeof settleBets>[3]): Promise<void> {
    for (const bet of await settleBets(wallet, gateName, reign, ends)) needs.decided(bet);
  }

  async function end(duels: readonly LiveDuel[], isVoid: boolean): Promise<void> {
    await write("end duels", async tx => {
      if (isVoid) await between.reveal(tx, gateName, [...(await store.still(tx, numbersOf(duels), "refunding"))], null);
      await store.end(tx, numbersOf(duels), at());
    });
    const stored = new Map(
      (await reign.untilDone("read the ends", () => store.duels(numbersOf(duels)))).map(row => [row.number, row]),
    );
    for (const duel of duels) {
      duel.stored = must(stored.get(duel.stored.number), "an ended duel");
      forget(duel);
      needs.changed(duel);
    }
  }

  /** Makes the state in memory of a duel in the books. */
  async function restore(stored: StoredDuel, commitment: string): Promise<LiveDuel> {
    const bet = async (player: PlayerId, key: Uuid) => must(await wallet.bet(player, key), "a duel's stake");
    const { opener, openerKey, joiner, joinerKey } = stored;
    return {
      ...{ stored, commitment, close: null, seat: stored.state === "open" ? "free" : "taken" },
      openerBet: await bet(opener, openerKey),
      joinerBet: joiner && joinerKey ? await bet(joiner, joinerKey) : null,
      opener: await faceOf(opener),
      joiner: joiner && (await faceOf(joiner)),
    };
  }

  return {
    live,
    isFull: (player: PlayerId, most: number) => (openOf.get(player) ?? 0) >= most,
    ofBet: (player: PlayerId, key: Uuid) => byBet.get(nameOf(player, key)),

    async open(fresh: NewDuel, openerBet: Bet): Promise<LiveDuel> {
      const [opener, made] = await Promise.all([faceOf(fresh.opener), insert(fresh)]);
      const duel = keep({ ...made, openerBet, joinerBet: null, opener, joiner: null, close: null, seat: "free" });
      needs.changed(duel);
      return duel;
    },

    /** The second seat is taken: by this stake, or by the house. Resolves when the close record is in the books and told. */
    async join(duel: LiveDuel, bet: Bet | null): Promise<LiveDuel> {
      invariant(duel.seat === "being taken", "a seat is taken once");
      duel.seat = "taken";
      duel.joinerBet = bet;
      duel.joiner = bet && (await faceOf(bet.player));
      if (bet) byBet.set(nameOf(bet.player, bet.key), duel);
      const joined = { joinedBy: bet ? "player" : "house", joiner: bet?.player ?? null, joinerKey: bet?.key ?? null };
      duel.stored = { ...duel.stored, ...joined } as StoredDuel;
      await guarded(closeAll(duel));
      return duel;
    },

    giveBack: (duels: readonly LiveDuel[], reason: Reason) => guarded(giveBack(duels, reason)),

    /** Ends or takes up what an earlier leader left, by the state in which it is in the books. */
    async recover(): Promise<void> {
      const rows = await reign.untilDone("read unfinished duels", store.unfinished);
      const facts = await reign.untilDone("read their promises", () =>
        between.facts(
          gateName,
          rows.map(row => row.number),
        ),
      );
      const left: LiveDuel[] = [];
      for (let i = 0; i < rows.length; i += readAtOnce) {
        const some = rows.slice(i, i + readAtOnce).map(async stored => {
          const known = factsOf(facts.get(stored.number));
          const duel = await reign.untilDone("read a duel", () => restore(stored, known.commitment));
          return keep({ ...duel, close: closeOf(known) });
        });
        left.push(...(await Promise.all(some)));
      }
      const of = (state: StoredDuel["state"]) => left.filter(({ stored }) => stored.state === state);
      if (of("refunding").length > 0) await refund(of("refunding"));
      if (of("drawn").length > 0) await payOut(of("drawn"));
      if (of("drawing").length > 0) draw(of("drawing")).catch(needs.failed);
    },

    /**
     * Gives back stakes of a gate's round that belong to no duel: their owner died before it was written down, or their answer was
     * lost. Only those placed before `olderThan`: what is younger may still be on its way into a duel.
     */
    async sweep(round: bigint, olderThan: Date, isUnderWay: (bet: Bet) => boolean): Promise<void> {
      const before = new Set(byBet.keys());
      const bets = await reign.untilDone("look for stakes without a duel", () => wallet.openBets(gateName, round));
      const orphans = bets.filter(bet => {
        const name = nameOf(bet.player, bet.key);
        return bet.placedAt < olderThan && !before.has(name) && !byBet.has(name) && !isUnderWay(bet);
      });
      const outcome = { side: null, won: null };
      await settle(orphans.map(bet => ({ bet, result: { kind: "voided", outcome } }) as const));
    },
  };
}
