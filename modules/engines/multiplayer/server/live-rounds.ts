import { batched } from "#kit/db/batched.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { PublicProfileOf, ShownPlayer } from "#modules/bets/server/index.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import { settleBets } from "#modules/engines/shared-rounds/server/index.ts";
import {
  beaconTimeoutMs,
  type MultiplayerDraws,
  type MultiplayerFacts,
  type NamedBeacon,
} from "#modules/fairness/server/index.ts";
import type { Bet, BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import {
  closeOf,
  entriesOf,
  type Fresh,
  isFull,
  type LiveRound,
  type MultiplayerRound,
  openerOf,
  type Reason,
  type Seat,
} from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";

export interface LiveRoundsNeeds<R extends MultiplayerRound> {
  readonly host: Pick<Host, "clock" | "log" | "failpoints">;
  readonly wallet: WalletPort & BettingWindows;
  readonly draws: MultiplayerDraws;
  readonly publicProfileOf: PublicProfileOf;
  readonly isTestBeacon: boolean;
  /** Called with a round that has changed, after the commit. */
  readonly changed: (round: LiveRound<R>) => void;
  /** Sends pending messages: before the time of a close record is written. */
  readonly flush: () => void;
  readonly decided: (bet: Bet) => void;
  /** Called when a background step has failed. */
  readonly failed: (error: unknown) => void;
}

/** Stakes that a player's request or an action without one is working on. */
export interface StakesUnderWay {
  isUnderWay(bet: Pick<Bet, "player" | "key">): boolean;
  /** Runs an action on a stake without a player's request: requests under its key wait until it is done. */
  runExclusive<T>(bet: Pick<Bet, "player" | "key">, work: () => Promise<T>): Promise<T>;
}

export interface LiveRounds<R extends MultiplayerRound> {
  readonly live: ReadonlyMap<bigint, LiveRound<R>>;
  isFull(player: PlayerId, most: number): boolean;
  ofBet(player: PlayerId, key: Uuid): LiveRound<R> | undefined;
  /** Stores a round whose opener's stake was placed. */
  open(fresh: Fresh<R>, bet: Bet): Promise<LiveRound<R>>;
  /**
   * Takes a seat, for this stake or for the casino. Resolves once that is committed; for the last seat, once the close record is committed and
   * published.
   */
  join(round: LiveRound<R>, seat: number, bet: Bet | null): Promise<void>;
  giveBack(rounds: readonly LiveRound<R>[], reason: Reason): Promise<void>;
  /** Finishes or resumes what an earlier leader left, by its stored state. */
  recover(): Promise<void>;
  /**
   * Refunds stakes of a betting window's round that belong to no round of the game: their process died before the round was stored, or the response
   * was lost. Only those placed before `olderThan`: a younger stake may still be on its way to its seat. Refunds use the seat queue: a player who
   * retries under the same key meanwhile must not take a seat with a stake that is being refunded.
   */
  sweep(windowRound: bigint, olderThan: Date, queue?: StakesUnderWay): Promise<void>;
}

/** A round that was just stored, with its commitment. */
type Made<R extends MultiplayerRound> = Pick<LiveRound<R>, "stored" | "commitment">;

const retryMs = 250;
const readAtOnce = 20;
const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;
const factsIn = (facts: ReadonlyMap<bigint, MultiplayerFacts>, number: bigint) =>
  required(facts.get(number), "a round that was opened has a commitment");

/** The rounds of one leadership: every step on them, batched, written under its epoch. */
export function createLiveRounds<R extends MultiplayerRound, Result>(
  needs: LiveRoundsNeeds<R>,
  rules: MultiplayerRules<R, Result>,
  leadership: Leadership,
): LiveRounds<R> {
  type Live = LiveRound<R>;
  const { host, wallet, draws } = needs;
  const { name, store } = rules;
  const live = new Map<bigint, Live>();
  const byBet = new Map<string, Live>();
  const openOf = new Map<PlayerId, number>();
  const at = () => new Date(host.clock.now());
  const numbersOf = (rounds: readonly Live[]) => rounds.map(({ stored }) => stored.number);
  const write = async (what: string, work: Parameters<typeof store.write>[1]) =>
    leadership.requireLeadership(await leadership.untilDone(what, () => store.write(leadership.epoch, work)));

  /** If the profile lookup fails, show the player as hidden. */
  async function publicProfileOf(player: PlayerId): Promise<ShownPlayer> {
    return needs.publicProfileOf(player).catch((error: unknown) => {
      host.log.warn({ err: error }, "profile lookup failed; player shown as hidden");
      return { face: null, test: false };
    });
  }

  /** Any failure other than the end of leadership leaves rounds unfinished: the next leadership resumes them. */
  function guarded<T>(work: Promise<T>): Promise<T> {
    work.catch(needs.failed);
    return work;
  }

  function keep(round: Live): Live {
    live.set(round.stored.number, round);
    for (const { player, key } of round.bets.values()) byBet.set(nameOf(player, key), round);
    const opener = openerOf(round.stored)?.player;
    if (opener) openOf.set(opener, (openOf.get(opener) ?? 0) + 1);
    return round;
  }

  function forget(round: Live): void {
    if (!live.delete(round.stored.number)) return;
    for (const { player, key } of round.bets.values()) byBet.delete(nameOf(player, key));
    const opener = openerOf(round.stored)?.player;
    if (!opener) return;
    const left = (openOf.get(opener) ?? 1) - 1;
    if (left > 0) openOf.set(opener, left);
    else openOf.delete(opener);
  }

  /** Stores new rounds, each with its secret: all of them or none. */
  const insert = batched((fresh: readonly Fresh<R>[]) => {
    let isRepeat = false;
    return leadership.untilDone("open rounds", async () => {
      // An attempt whose commit result is unknown may have stored them.
      const written = isRepeat ? await storedBefore(fresh) : undefined;
      isRepeat = true;
      return written ?? insertRounds(fresh);
    });
  });

  async function insertRounds(fresh: readonly Fresh<R>[]): Promise<Made<R>[]> {
    let made: Made<R>[] = [];
    const written = await store.write(leadership.epoch, async tx => {
      const numbers = await store.takeNumbers(tx, fresh.length);
      const commitments = await draws.open(tx, name, numbers);
      const rows = fresh.map((round, i) => ({ ...round, number: required(numbers[i], "a number for each") }) as R);
      await store.insert(tx, rows);
      made = rows.map((stored, i) => ({ stored, commitment: required(commitments[i], "a commitment for each") }));
    });
    leadership.requireLeadership(written);
    host.failpoints.hit(`${name}.written`);
    return made;
  }

  async function storedBefore(fresh: readonly Fresh<R>[]): Promise<Made<R>[] | undefined> {
    const rows = await Promise.all(
      fresh.map(({ seats: [opener] }) => opener?.player && opener.key && store.roundOf(opener.player, opener.key)),
    );
    if (!rows[0]) return undefined;
    const rounds = rows.map(stored => required(stored || undefined, "written in one batch"));
    const numbers = rounds.map(({ number }) => number);
    const facts = await draws.facts(name, numbers);
    return rounds.map(stored => ({ stored, commitment: factsIn(facts, stored.number).commitment }));
  }

  async function takeSeat(round: Live, seat: number, bet: Bet | null): Promise<void> {
    host.failpoints.hit(`${name}.seating`);
    if (bet) {
      round.bets.set(seat, bet);
      byBet.set(nameOf(bet.player, bet.key), round);
      round.publicProfiles.set(seat, await publicProfileOf(bet.player));
    }
    const taken: Seat = { seat, player: bet?.player ?? null, key: bet?.key ?? null };
    const seats = [...round.stored.seats, taken].sort((a, b) => a.seat - b.seat);
    round.stored = { ...round.stored, seats };
    round.taking.delete(seat);
    await takeAll(round);
  }

  /** Stores the seats of rounds; entry closes when the last seat is taken. */
  const takeAll = batched(async (taken: readonly Live[]) => {
    const rounds = [...new Set(taken)];
    const full = rounds.filter(({ stored }) => isFull(stored) && stored.state === "open");
    const named = full.length === 0 ? undefined : await nameBeacon();
    if (full.length > 0 && !named) await giveBack(full, "no_beacon");
    const closing = named ? full : [];
    let hashes: string[] = [];
    let closed: Live[] = [];
    await write("take seats", async tx => {
      const still = await store.still(tx, numbersOf(rounds), "open");
      const seats = rounds
        .filter(({ stored }) => still.has(stored.number))
        .flatMap(({ stored: { number, seats } }) => seats.map(seat => ({ ...seat, number })));
      closed = closing.filter(({ stored }) => still.has(stored.number));
      if (seats.length > 0) await store.take(tx, seats, numbersOf(closed));
      if (!named || closed.length === 0) return;
      const closes = closed.map(({ stored }) => {
        return { round: stored.number, entries: entriesOf(draws, name, stored) };
      });
      hashes = await draws.close(tx, name, named, closes);
    });
    if (closed.length < closing.length) await readCloses(closing.filter(round => !closed.includes(round)));
    closed.forEach((round, i) => {
      const { round: beaconRound, dueAt } = required(named, "a close names a beacon round");
      const beacon = { round: beaconRound, dueAt, test: needs.isTestBeacon };
      round.close = { entriesHash: required(hashes[i], "a hash for each"), beacon };
    });
    for (const round of closing) round.stored = { ...round.stored, state: "drawing" };
    for (const round of rounds) if (live.has(round.stored.number)) needs.changed(round);
    if (closing.length > 0) {
      needs.flush();
      host.failpoints.hit(`${name}.closed`);
      draw(closing).catch(needs.failed);
    }
    return taken;
  });

  /** For rounds closed by an earlier attempt whose response was lost. */
  async function readCloses(rounds: readonly Live[]): Promise<void> {
    const facts = await leadership.untilDone("read close records", () => draws.facts(name, numbersOf(rounds)));
    for (const round of rounds) round.close = closeOf(factsIn(facts, round.stored.number));
  }

  /** Undefined when the beacon's parameters could not be read for a minute. */
  async function nameBeacon(): Promise<NamedBeacon | undefined> {
    for (const until = host.clock.now() + beaconTimeoutMs; ; ) {
      const named = await draws.nameBeacon().catch(() => undefined);
      if (named || host.clock.now() >= until) return named;
      await leadership.wait(retryMs);
    }
  }

  /** From stored close records to the end. All are of one beacon round, or resumed after a failure. */
  async function draw(rounds: readonly Live[]): Promise<void> {
    const confirmed = new Set(
      await leadership.untilDone("confirm publication", () => draws.confirm(name, numbersOf(rounds))),
    );
    const late = rounds.filter(({ stored }) => !confirmed.has(stored.number));
    if (late.length > 0) await giveBack(late, "late");
    const byBeacon = new Map<number, Live[]>();
    for (const round of rounds.filter(({ stored }) => confirmed.has(stored.number))) {
      const { beacon } = required(round.close, "a closed round has a beacon");
      byBeacon.set(beacon.round, [...(byBeacon.get(beacon.round) ?? []), round]);
    }
    await Promise.all([...byBeacon.values()].map(decide));
  }

  async function decide(rounds: readonly Live[]): Promise<void> {
    const { beacon } = required(rounds[0]?.close, "a closed round has a beacon");
    const value = await beaconValue(beacon);
    if (!value) return giveBack(rounds, "no_beacon");
    await write("decide rounds", async tx => {
      const still = [...(await store.still(tx, numbersOf(rounds), "drawing"))];
      const streams = await draws.reveal(tx, name, still, value);
      const results = [...streams].map(([number, stream]): [bigint, Result] => {
        return [number, rules.draw(stream, required(live.get(number), "a round that is decided").stored)];
      });
      await store.decide(tx, new Map(results));
    });
    host.failpoints.hit(`${name}.decided`);
    await payOut(rounds);
  }

  /** The beacon's value, polled until it has been due for a minute; undefined if it never arrived. */
  async function beaconValue({ round, dueAt }: { round: number; dueAt: number }) {
    for (;;) {
      const wait = dueAt - host.clock.now();
      if (wait > 0) await leadership.wait(wait);
      const value = await draws.value(round).catch(() => undefined);
      if (value || host.clock.now() >= dueAt + beaconTimeoutMs) return value;
      await leadership.wait(retryMs);
    }
  }

  /** Pays decided rounds, each stake once; the casino has no purse here. */
  async function payOut(rounds: readonly Live[]): Promise<void> {
    const stored = await leadership.untilDone("read decisions", () => store.rounds(numbersOf(rounds)));
    const decided = new Map(stored.map(row => [row.number, row]));
    const ends = rounds.flatMap(round => {
      const row = required(decided.get(round.stored.number), "a decided round");
      return rules.ends(row).flatMap(({ seat, payout, outcome }) => {
        const bet = round.bets.get(seat);
        return bet ? [{ bet, result: { kind: "paid", payout, outcome } } as const] : [];
      });
    });
    await settle(ends);
    host.failpoints.hit(`${name}.settled`);
    await end(rounds, false);
  }

  async function giveBack(rounds: readonly Live[], reason: Reason): Promise<void> {
    await write("mark for refund", tx => store.giveBack(tx, numbersOf(rounds), reason));
    host.failpoints.hit(`${name}.refunding`);
    await refund(rounds);
  }

  /** Refunds the stakes of rounds marked for refund. */
  async function refund(rounds: readonly Live[]): Promise<void> {
    await voidBets(rounds.flatMap(({ bets }) => [...bets.values()]));
    await end(rounds, true);
  }

  const voidBets = (bets: readonly Bet[]) =>
    settle(bets.map(bet => ({ bet, result: { kind: "voided", outcome: rules.givenBack } }) as const));

  async function settle(ends: Parameters<typeof settleBets>[3]): Promise<void> {
    for (const bet of await settleBets(wallet, name, leadership, ends)) needs.decided(bet);
  }

  async function end(rounds: readonly Live[], isVoid: boolean): Promise<void> {
    await write("end rounds", async tx => {
      if (isVoid) await draws.reveal(tx, name, [...(await store.still(tx, numbersOf(rounds), "refunding"))], null);
      await store.end(tx, numbersOf(rounds), at());
    });
    const rows = await leadership.untilDone("read ended rounds", () => store.rounds(numbersOf(rounds)));
    const stored = new Map(rows.map(row => [row.number, row]));
    for (const round of rounds) {
      round.stored = required(stored.get(round.stored.number), "an ended round");
      forget(round);
      needs.changed(round);
    }
  }

  /** Rebuilds the in-memory state of a stored round. */
  async function restore(stored: R, facts: MultiplayerFacts): Promise<Live> {
    const round: Live = {
      stored,
      commitment: facts.commitment,
      close: closeOf(facts),
      withdrawn: false,
      taking: new Map(),
      bets: new Map(),
      publicProfiles: new Map(),
    };
    for (const { seat, player, key } of stored.seats) {
      if (!player || !key) continue;
      round.bets.set(seat, required(await wallet.bet(player, key), "the stake of a seat"));
      round.publicProfiles.set(seat, await publicProfileOf(player));
    }
    return round;
  }

  return {
    live,
    isFull: (player, most) => (openOf.get(player) ?? 0) >= most,
    ofBet: (player, key) => byBet.get(nameOf(player, key)),

    async open(fresh, bet) {
      const [face, made] = await Promise.all([publicProfileOf(bet.player), insert(fresh)]);
      const seats = { taking: new Map(), bets: new Map([[1, bet]]), publicProfiles: new Map([[1, face]]) };
      const round = keep({ ...made, ...seats, withdrawn: false, close: null });
      needs.changed(round);
      return round;
    },

    async join(round, seat, bet) {
      invariant(round.taking.has(seat), "seat is already being taken");
      await guarded(takeSeat(round, seat, bet));
    },

    giveBack: (rounds, reason) => guarded(giveBack(rounds, reason)),

    async recover() {
      const rows = await leadership.untilDone("read unfinished rounds", store.unfinished);
      const numbers = rows.map(row => row.number);
      const facts = await leadership.untilDone("read their commitments", () => draws.facts(name, numbers));
      const left: Live[] = [];
      for (let i = 0; i < rows.length; i += readAtOnce) {
        const some = rows.slice(i, i + readAtOnce).map(async stored => {
          const known = factsIn(facts, stored.number);
          return keep(await leadership.untilDone("read a round", () => restore(stored, known)));
        });
        left.push(...(await Promise.all(some)));
      }
      const of = (state: MultiplayerRound["state"]) => left.filter(({ stored }) => stored.state === state);
      if (of("refunding").length > 0) await refund(of("refunding"));
      if (of("drawn").length > 0) await payOut(of("drawn"));
      if (of("drawing").length > 0) draw(of("drawing")).catch(needs.failed);
    },

    async sweep(windowRound, olderThan, queue) {
      const before = new Set(byBet.keys());
      const bets = await leadership.untilDone("find stakes without a seat", () => wallet.openBets(name, windowRound));
      const isOrphan = ({ player, key }: Bet) => !before.has(nameOf(player, key)) && !byBet.has(nameOf(player, key));
      const giveBackOne = async (bet: Bet) => {
        const now = await leadership.untilDone("read a stake", () => wallet.bet(bet.player, bet.key));
        if (now?.status === "open" && isOrphan(bet)) await voidBets([bet]);
      };
      const orphans = bets.filter(bet => bet.placedAt < olderThan && isOrphan(bet) && !queue?.isUnderWay(bet));
      await Promise.all(
        orphans.map(bet => (queue ? queue.runExclusive(bet, () => giveBackOne(bet)) : giveBackOne(bet))),
      );
    },
  };
}
