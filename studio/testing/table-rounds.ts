import { createHash } from "node:crypto";
import { dueAt, soleBeacon } from "#kit/fair/beacon.ts";
import { walkDown } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import type { Json } from "#kit/std/json.ts";
import { currencies } from "#studio/engine/shared/types.ts";
import { entriesHash, entryLine, entryPath } from "#studio/tables/shared/entries.ts";
import { type SentBet, sumOf } from "#studio/tables/shared/layout.ts";
import type { Placed } from "#studio/tables/shared/placed.ts";
import type { TableRecord } from "#studio/tables/shared/record.ts";
import { roundWords } from "#studio/tables/shared/round-words.ts";
import type { TableGame } from "#studio/tables/shared/table-game.ts";

/** Rounds of live tables for tests: the same ones each time. */

const bytes = (text: string) => new Uint8Array(createHash("sha256").update(text).digest());
const hex = (text: string) => toHex(bytes(text));
const below = (text: string, limit: number) => Number(BigInt(`0x${hex(text).slice(0, 12)}`) % BigInt(limit));

/** Words for simulations only: splitmix64. */
export function fastWords(seed: bigint): WordStream {
  let state = seed;
  let position = 0;
  const wide = (value: bigint) => BigInt.asUintN(64, value);
  return {
    next() {
      position += 1;
      state = wide(state + 0x9e3779b97f4a7c15n);
      let mixed = wide((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
      mixed = wide((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
      return mixed ^ (mixed >> 31n);
    },
    get position() {
      return position;
    },
    blocks: [],
  };
}

/** A golden round: what decides it, a layout, and what comes of it. */
export interface GoldenRound {
  readonly table: string;
  readonly round: number;
  readonly link: string;
  readonly salt: string;
  readonly beacon_round: number;
  readonly beacon_value: string;
  readonly outcome: Json;
  readonly layout: readonly SentBet[];
  readonly payout: string;
}

export function sourceOf({ table, round, salt, ...rest }: Omit<GoldenRound, "outcome" | "layout" | "payout">) {
  const link = parseHex(rest.link) ?? new Uint8Array(0);
  return { table, round, salt, link, beaconRound: rest.beacon_round, beaconValue: rest.beacon_value };
}

/** Up to five stakes on spots, chosen by a text. */
export function layoutOf({ slug }: Pick<TableGame, "slug">, spots: readonly string[], name: string): readonly Placed[] {
  const amounts = [1_000_000n, 2_500_000n, 100_000n, 12_300_000n, 50_000_000n];
  const chosen = new Set(
    Array.from({ length: 1 + below(`${slug} ${name} count`, 5) }, (_, i) => {
      const at = below(`${slug} ${name} spot ${i}`, spots.length);
      return spots[at] ?? "";
    }),
  );
  return [...chosen].map((spot, i) => ({ spot, amount: amounts[below(`${slug} ${name} ${i}`, amounts.length)] ?? 1n }));
}

const sent = (layout: readonly Placed[]): readonly SentBet[] =>
  layout.map(({ spot, amount }) => ({ spot, amount: formatAmount(amount) }));

/** A round of a table, its layout and its further stakes. Where players decide, the seats in play and the decisions are chosen by a text. */
function playedRound(game: TableGame, spots: readonly string[], words: WordStream, name: string) {
  const { turns } = game;
  if (!turns) {
    const layout = layoutOf(game, spots, name);
    return { outcome: game.draw(words), layout, further: [] };
  }
  const seats = Array.from({ length: turns.seats }, (_, i) => i + 1).filter(
    seat => below(`${game.slug} ${name} seat ${seat}`, 3) > 0 || seat === 1,
  );
  const layout = layoutOf(
    game,
    spots.filter(spot => seats.includes(turns.seatOf(spot))),
    name,
  );
  const play = turns.open(words, seats);
  const further: Placed[] = [];
  for (let i = 0; play.next.kind !== "over"; i++) {
    const { next } = play;
    const [seat, hand] = next.kind === "turn" ? [next.seat, next.hand] : [next.seats[0] ?? 0, 0];
    const moves = ["hit", "stand", "double", "split", "split", "insure", "decline"]
      .map(action => ({ seat, hand, action }))
      .filter(move => play.allowed(move));
    const move = moves[below(`${game.slug} ${name} move ${i}`, moves.length)];
    if (!move) break;
    play.make(move);
    const stakes = [true, false].flatMap(isOwner => turns.stakeOf(move, [...layout, ...further], isOwner) ?? []);
    further.push(...stakes);
  }
  return { outcome: play.finish(), layout, further };
}

/** Golden rounds of a table, over the spots that it has. */
export function goldenRounds(game: TableGame, spots: readonly string[], count = 16): readonly GoldenRound[] {
  return Array.from({ length: count }, (_, index) => {
    const round = index + 1;
    const source = {
      table: game.slug,
      round,
      link: hex(`${game.slug} link ${round}`),
      salt: hex(`${game.slug} salt`),
      beacon_round: 1_000 + 7 * round,
      beacon_value: hex(`${game.slug} value ${round}`),
    };
    const words = roundWords(nobleHashes, sourceOf(source));
    const { outcome, further, ...played } = playedRound(game, spots, words, `golden ${round}`);
    const layout = [...played.layout, ...further];
    return { ...source, outcome, layout: sent(layout), payout: formatAmount(game.payout(outcome, layout)) };
  });
}

const beacon = soleBeacon(new Uint8Array(32).fill(3), 1_700_000_000, 1, "tables");

/** An honest record of the n-th random round of a table: three players' bets, the second one's is the record's. */
export function tableRecordOf(game: TableGame, spots: readonly string[], n: number): TableRecord {
  const index = 1 + (n % 9);
  const link = walkDown(nobleHashes, bytes(`${game.slug} chain ${n}`), 3);
  const [salt, value] = [hex(`salt ${n >> 5}`), hex(`${game.slug} value ${n}`)];
  const at = (round: number, ms: number) => new Date(dueAt(beacon.info, round) + ms).toISOString();
  const source = { table: game.slug, round: index, link, salt, beaconRound: 130 + n, beaconValue: value };
  const { outcome, layout, further } = playedRound(game, spots, roundWords(nobleHashes, source), `random ${n}`);
  const all = [...layout, ...further];
  const currency = currencies[n % currencies.length] ?? "USD";
  const own = { id: hex(`id ${n}`).slice(0, 32), currency, layout };
  const other = { id: hex(`other ${n}`).slice(0, 32), currency: "EUR", layout: layoutOf(game, spots, `other ${n}`) };
  const lines = [other, own, other].map((entry, place) => entryLine(place, entry));
  return {
    version: "fairhouse-1",
    casino: "Harbour",
    player: "alice",
    game: game.slug,
    maths: "",
    round: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    table_round: 1_000 + n,
    currency,
    stake: formatAmount(sumOf(all)),
    payout: formatAmount(game.payout(outcome, all)),
    entry_id: own.id,
    bets: [
      { tx: "", entry: 1, layout: sent(layout), path: entryPath(nobleHashes, lines, 1) },
      ...further.map(stake => ({ tx: "", entry: null, layout: sent([stake]), path: [] })),
    ],
    chain: {
      head: toHex(walkDown(nobleHashes, link, index)),
      length: 17,
      published_at: at(80, 0),
      salt,
      salt_round: 90,
      salt_signature: "",
    },
    index,
    link_hash: toHex(nobleHashes.sha256(link)),
    link: toHex(link),
    close: {
      closes_at: at(127 + n, 500),
      published_at: at(129 + n, 0),
      entries: 3,
      entries_hash: entriesHash(nobleHashes, lines),
    },
    beacon: { info: beacon.info, test: true, round: 130 + n, value, signature: "" },
    outcome,
    state: "settled",
    void_reason: null,
  };
}
