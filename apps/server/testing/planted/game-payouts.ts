import { bet } from "./bet-rows.ts";
import { alice, at, key } from "./ledger-rows.ts";

/** Payouts of our own games. */

const text = (value: object) => `'${JSON.stringify(value)}'`;
/** A step game round, at its end. */
const steps = (game: number, opening: object, played: readonly object[], given: Record<string, string | number>) =>
  bet(1, {
    game,
    choice: text({ mines: 3, ladder: true }),
    opening: text(opening),
    seed_number: 1,
    nonce: 0,
    client_seed: "'c'",
    journal: `ARRAY[${played.map(text).join(", ")}]::text[]`,
    outcome: text({ board: [7, 8, 9], landed: ["heads"] }),
    ...given,
  });
const tile = (at: number, mine: boolean) => ({ key: `k${at}`, choice: { tile: at }, shown: { mine } });
const guess = (choice: string, card: number) => ({ key: "k", choice: { choice }, shown: { card } });
const flip = { key: "k", choice: { side: "heads" }, shown: { side: "heads" } };
const bob = "'00000000-0000-4000-8000-000000000b0b'";
const paid = (player: string, n: number, game: number, payout: number) => bet(n, { player_id: player, game, payout });
const room = (payout: number) => [
  `INSERT INTO rooms.rounds VALUES (1, 'red', 'USD', 'paid', 1, 'rooms-1', ${at(0)}, ${at(1)}, 20, 2, 12, 2, 19, NULL)`,
  `INSERT INTO rooms.entries VALUES (1, 1, ${alice}, ${key(1)}, 10), (1, 2, ${bob}, ${key(2)}, 10)`,
  paid(alice, 1, 9, 0),
  paid(bob, 2, 9, payout),
];
const duel = (payout: number) => [
  `INSERT INTO duels.duels (number, state, currency, stake, side, house, rules_version, opener, opener_key, joined_by, joiner, joiner_key,
     opened_at, ended_at, opener_won)
   VALUES (1, 'paid', 'USD', 10, 'heads', false, 'duels-1', ${alice}, ${key(1)}, 'player', ${bob}, ${key(2)}, ${at(0)}, ${at(1)}, true)`,
  paid(alice, 1, 12, payout),
  paid(bob, 2, 12, 0),
];
/** Two open the first case for 100,000 micro-units: the best prize, tenfold, and the worst, three tenths. */
const battle = (payout: number) => [
  `INSERT INTO battles.battles VALUES (1, 'paid', 'USD', 100000, 2, '{orchard}', 'battles-1', ${at(0)}, ${at(1)}, '{0,999999}', NULL)`,
  `INSERT INTO battles.seats VALUES (1, 1, ${alice}, ${key(1)}), (1, 2, ${bob}, ${key(2)})`,
  bet(1, { game: 13, stake: 100_000, win_cap: 9_000_000, payout }),
  bet(2, { game: 13, stake: 100_000, player_id: bob }),
];
const keno = (payout: number) =>
  bet(1, { game: 5, choice: text({ risk: "classic", picks: [3] }), outcome: text({ drawn: [3, 4] }), payout });
const reached = (payout: number) =>
  bet(1, { game: 14, choice: text({ target: "2.50" }), outcome: text({ result: "2.50" }), payout });
const landed = (payout: number) => {
  const choice = text({ rows: 8, risk: "low" });
  return bet(1, { game: 15, choice, outcome: text({ path: "LRLLLLLL", slot: 1 }), payout });
};
const opened = (payout: number) =>
  bet(1, { game: 8, choice: text({ slug: "orchard", count: 1 }), outcome: text({ tickets: [0] }), payout });
const spread = (payout: number) => {
  const chips = [
    { spot: "red", stake: "0.000004" },
    { spot: "straight-1", stake: "0.000006" },
  ];
  return bet(1, { game: 6, choice: text({ chips }), outcome: text({ pocket: 1 }), payout });
};
const called = (payout: number) =>
  bet(1, { game: 3, choice: text({ side: "heads" }), outcome: text({ landed: ["heads"] }), payout });

/** Each game: a correct payout, which has no finding, and a wrong one, which has. */
export const gamePayouts: readonly (readonly [
  name: string,
  right: number,
  pays: (payout: number) => readonly string[],
])[] = [
  ["keno pays", 23, payout => [keno(payout)]],
  ["limbo pays", 25, payout => [reached(payout)]],
  ["plinko pays", 26, payout => [landed(payout)]],
  ["cases pay", 100, payout => [opened(payout)]],
  ["a flip pays", 19, payout => [called(payout)]],
  ["roulette pays", 224, payout => [spread(payout)]],
  ["miner pays", 12, payout => [steps(7, {}, [tile(1, false), tile(2, false)], { payout })]],
  ["miner pays", 0, payout => [steps(7, {}, [tile(1, false), tile(7, true)], { payout })]],
  ["a ladder of", 19, payout => [steps(3, {}, [flip], { payout })]],
  [
    "hilo pays",
    151,
    payout => [
      steps(
        4,
        { card: 11 },
        [guess("lower", 0), guess("higher", 5), guess("skip", 30), guess("red", 1), guess("lower", 0)],
        { payout },
      ),
    ],
  ],
  ["hilo pays", 0, payout => [steps(4, { card: 11 }, [guess("higher", 2)], { payout })]],
  ["a room pays", 19, room],
  ["a duel pays", 19, duel],
  ["a battle pays", 1_030_000, battle],
];
