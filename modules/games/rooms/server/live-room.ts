import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { createSignal, type Leadership, type Signal } from "#modules/engines/shared-rounds/server/index.ts";
import type { NamedBeacon } from "#modules/fairness/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { PastRoomRound, RoomState } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import { leaderWindow, type StoredEntry } from "./store.ts";

/** A room has one running round a currency, with a betting window of its own. */
export const entryWindow = (colour: RoomColour, currency: Currency): string => `${leaderWindow}-${colour}-${currency}`;

/** What a player has in a round, stakes under way included. */
interface Share {
  held: bigint;
  readonly keys: Map<Uuid, bigint>;
}

/** A round in the memory of its one owner. Entries and their order are decided here, in single synchronous steps. */
export class LiveRoom {
  readonly number: bigint;
  readonly leadership: Leadership;
  readonly windowEpoch: bigint;
  readonly commitment: string;
  /** The largest payout of the pot, fixed when the round opened. */
  readonly winCap: Micros;
  /** From the second player to the close. */
  readonly countMs: number;
  readonly signal: Signal = createSignal();
  /** `leaving`: it ends without a draw and takes no further stakes. */
  state: RoomState | "leaving" = "waiting";
  /** Milliseconds since 1970. */
  countingUntil: number | null = null;
  aloneSince: number | null = null;
  close: {
    readonly entriesHash: string;
    readonly beacon: Pick<NamedBeacon, "round" | "dueAt">;
    readonly test: boolean;
  } | null = null;
  result: PastRoomRound | null = null;
  readonly #entries: StoredEntry[] = [];
  readonly #names = new Set<string>();
  readonly #shares = new Map<PlayerId, Share>();
  readonly #underWay = new Map<PlayerId, Set<Promise<unknown>>>();
  #reserved = 0n;

  constructor(of: Pick<LiveRoom, "number" | "leadership" | "windowEpoch" | "commitment" | "winCap" | "countMs">) {
    ({
      number: this.number,
      leadership: this.leadership,
      windowEpoch: this.windowEpoch,
      commitment: this.commitment,
      winCap: this.winCap,
      countMs: this.countMs,
    } = of);
  }

  get entries(): readonly StoredEntry[] {
    return this.#entries;
  }

  get pot(): Micros {
    return micros(this.#entries.reduce((sum, { stake }) => sum + stake, 0n));
  }

  /** The pot with all stakes that are under way. */
  get reserved(): bigint {
    return this.#reserved;
  }

  get takesStakes(): boolean {
    return this.state === "waiting" || this.state === "counting";
  }

  /** Players with a stake in the books of this round. */
  get players(): number {
    return new Set(this.#entries.map(({ player }) => player)).size;
  }

  isIn(player: PlayerId): boolean {
    return this.#entries.some(entry => entry.player === player);
  }

  /** What a player has in it, stakes under way included; a known key is not counted. */
  heldBy(player: PlayerId, butKey?: Uuid): bigint {
    const share = this.#shares.get(player);
    return (share?.held ?? 0n) - (butKey === undefined ? 0n : (share?.keys.get(butKey) ?? 0n));
  }

  stakesOf(player: PlayerId): number {
    return this.#shares.get(player)?.keys.size ?? 0;
  }

  get stakes(): number {
    return [...this.#shares.values()].reduce((sum, { keys }) => sum + keys.size, 0);
  }

  /** Holds room for a stake that is on its way to the wallet. */
  reserve(player: PlayerId, key: Uuid, stake: bigint): void {
    const share = this.#shares.get(player) ?? { held: 0n, keys: new Map<Uuid, bigint>() };
    this.#shares.set(player, share);
    if (share.keys.has(key)) return;
    share.keys.set(key, stake);
    share.held += stake;
    this.#reserved += stake;
  }

  /** Gives it back: the stake was refused. */
  release(player: PlayerId, key: Uuid): void {
    const share = this.#shares.get(player);
    const stake = share?.keys.get(key);
    if (!share || stake === undefined || this.#names.has(`${player}/${key}`)) return;
    share.keys.delete(key);
    share.held -= stake;
    this.#reserved -= stake;
  }

  /** Records that the answer to a stake is awaited. */
  track(player: PlayerId, answer: Promise<unknown>): void {
    const mine = this.#underWay.get(player) ?? new Set();
    this.#underWay.set(player, mine.add(answer));
    const forget = () => mine.delete(answer);
    answer.then(forget, forget);
  }

  /** The stakes of others whose answer is awaited. */
  underWayBeside(player: PlayerId): Promise<unknown>[] {
    return [...this.#underWay].flatMap(([each, answers]) => (each === player ? [] : [...answers]));
  }

  /** Takes a committed bet in, at the end of the list; undefined when it is in already. The second player starts the count. */
  admit(bet: Pick<Bet, "player" | "key" | "stake">, now: number): StoredEntry | undefined {
    const name = `${bet.player}/${bet.key}`;
    if (this.#names.has(name)) return undefined;
    this.reserve(bet.player, bet.key, bet.stake);
    this.#names.add(name);
    const entry = { seat: this.#entries.length + 1, player: bet.player, key: bet.key, stake: bet.stake };
    this.#entries.push(entry);
    if (this.state === "waiting") this.#gather(now);
    return entry;
  }

  #gather(now: number): void {
    this.aloneSince ??= now;
    if (this.players > 1) {
      this.state = "counting";
      this.countingUntil = now + this.countMs;
    }
    this.signal.notify();
  }
}
