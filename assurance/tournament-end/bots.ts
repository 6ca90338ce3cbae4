import { randomUUID } from "node:crypto";
import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Db } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { depositsClearing, gameNumbers } from "#modules/ledger/shared/chart.ts";
import type { BetFacts } from "#modules/tournaments/server/index.ts";
import { createWallet, type PlaceBet, type Wallet } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";

/** Two games: dice cost 1 %, the other 3 %. Their stakes count 250 and 750 thousandths. */
export const botFacts: BetFacts = {
  counts: game => game === "dice" || game === "plinko",
  countsProviders: false,
  returnedOf: ({ game }) => ({ numerator: game === "dice" ? 99n : 97n, denominator: 100n }),
  paysAt: () => undefined,
};
/** The plain query's copy of it. */
export const rateSql = `CASE b.game WHEN ${gameNumbers.dice} THEN 250 WHEN ${gameNumbers.plinko} THEN 750 ELSE 0 END`;

const hourMs = 3_600_000;
const openedAtOnce = 200;
const playedAtOnce = 64;
const betsOfEach = 3;

/** Prizes of the places: half of the first for the second, a third for the third, and so on, at least a cent. */
export function prizesOf(places: number): readonly bigint[] {
  return Array.from({ length: places }, (_, index) => 1_000_000_000n / BigInt(index + 1) / 10_000n).map(
    cents => (cents < 1n ? 1n : cents) * 10_000n,
  );
}

interface Bots {
  readonly tournament: Uuid;
  readonly bets: number;
}

/**
 * A tournament in which so many bots play three bets each: the first two while it runs, the last one after its end. Every tenth joins between the first two. Many have equal scores.
 */
export async function playTournament(db: Db, players: number, places: number): Promise<Bots> {
  const pairs = testPairs(db);
  const wallet = createWallet(plainHost(db), { pairs });
  const bots = Array.from({ length: players }, () => randomUUID() as string as PlayerId);
  const tournament = randomUUID() as string as Uuid;
  const starts = new Date(Date.now() - hourMs);
  for (let from = 0; from < players; from += openedAtOnce)
    await openBots(db, wallet, bots.slice(from, from + openedAtOnce));
  await db.query(
    `INSERT INTO tournaments.tournaments (id, title, scoring, currency, prizes, starts_at, ends_at, state, min_stake)
     VALUES ($1, '{"ru": "a", "en": "a", "kz": "a"}', 'wagered', 'USD', $2::bigint[], $3, $4, 'published', 0)`,
    [tournament, prizesOf(places).map(String), starts, new Date(Date.now() + hourMs)],
  );
  const join = (who: readonly PlayerId[]) =>
    db.query(
      "INSERT INTO tournaments.entries (tournament_id, player_id, joined_at) SELECT $1, p, clock_timestamp() FROM unnest($2::uuid[]) p",
      [tournament, uuidArray(who)],
    );
  await join(bots.filter((_, index) => index % 10 !== 0));
  await play(wallet, bots, 0);
  await join(bots.filter((_, index) => index % 10 === 0));
  await play(wallet, bots, 1);
  await db.query(
    "UPDATE tournaments.tournaments SET ends_at = date_trunc('milliseconds', clock_timestamp()) WHERE id = $1",
    [tournament],
  );
  await play(wallet, bots, 2);
  await wallet.stop?.();
  return { tournament, bets: players * betsOfEach };
}

async function openBots(db: Db, wallet: Wallet, bots: readonly PlayerId[]): Promise<void> {
  await db.query(
    `INSERT INTO fairness.pairs (player_id, seed_number, client_seed, nonce) SELECT p, 1, 'bot', 0 FROM unnest($1::uuid[]) p`,
    [uuidArray(bots)],
  );
  await db.tx(async tx => {
    for (const owner of bots) {
      const reference = randomUUID() as string as Uuid;
      const deposit = { owner, currency: "USD", amount: micros(100_000_000n), kind: "deposit", reference } as const;
      await wallet.open(tx, owner, "USD");
      await wallet.credit(tx, { ...deposit, from: depositsClearing("sandbox") });
    }
  });
}

/** One bet of each, many at the same time. */
async function play(wallet: Wallet, bots: readonly PlayerId[], turn: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < bots.length) {
      const index = next++;
      const bot = bots[index];
      if (!bot) return;
      const answer = await wallet.place(betOf(bot, index, turn));
      if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
    }
  };
  await Promise.all(Array.from({ length: playedAtOnce }, worker));
}

/** Stakes from 0.01 to 9.97, the last ones higher; two of three lose. */
function betOf(player: PlayerId, index: number, turn: number): PlaceBet {
  const stake = micros((BigInt(((index * 7919 + turn * 104_729) % 997) + 1) * (turn === 2 ? 100_000n : 10_000n)) / 10n);
  return {
    player,
    key: randomUUID() as string as Uuid,
    requestHash: new Uint8Array(32),
    game: (index + turn) % 3 === 0 ? "plinko" : "dice",
    currency: "USD",
    choice: {},
    rulesVersion: "bots-1",
    stake,
    winCap: micros(10n ** 12n),
    draw: pair => ({ outcome: { nonce: pair.nonce }, payout: micros(pair.nonce % 3 === 0 ? stake * 2n : 0n) }),
  };
}
