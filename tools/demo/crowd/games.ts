import type { SignedIn } from "./player.ts";

/** One visit of a demo player to a game: a bet, or a complete stepwise round. */
export type Visit = (player: SignedIn) => Promise<void>;

interface Opened {
  readonly data?: { readonly id?: string; readonly status?: string };
}

const openedId = (body: unknown): string | undefined => (body as Opened | null)?.data?.id;

const dice: Visit = async player => {
  const target = player.pick(["49.50", "24.75", "66.00", "10.00"]);
  await player.bet("/api/v1/games/dice/bets", { stake: player.nextStake(), direction: "under", target });
};

const keno: Visit = async player => {
  const first = player.pick([1, 7, 13, 21]);
  const picks = Array.from({ length: player.pick([3, 5, 8]) }, (_, index) => first + index * 2);
  const risk = player.pick(["low", "medium", "high"]);
  await player.bet("/api/v1/games/keno/bets", { stake: player.nextStake(), picks, risk });
};

const limbo: Visit = async player => {
  await player.bet("/api/v1/games/limbo/bets", {
    stake: player.nextStake(),
    target: player.pick(["1.50", "2.00", "5.00"]),
  });
};

const plinko: Visit = async player => {
  const choice = { rows: player.pick([8, 12, 16]), risk: player.pick(["low", "medium", "high"]) };
  await player.bet("/api/v1/games/plinko/bets", { stake: player.nextStake(), ...choice });
};

const cases: Visit = async player => {
  await player.bet("/api/v1/games/cases/bets", { slug: "orchard", count: player.pick([1, 1, 2]) });
};

const crash: Visit = async player => {
  const auto_cash_out = player.pick(["1.50", "2.00", "3.00", "1.20", "10.00"]);
  await player.bet("/api/v1/games/crash/bets", { stake: player.nextStake(), auto_cash_out });
};

const roulette: Visit = async player => {
  const spot = player.pick(["red", "black", "even", "odd"]);
  await player.bet("/api/v1/games/roulette/bets", { chips: [{ spot, stake: player.nextStake() }] });
};

/** Takes up to `most` steps with a pause before each, then cashes out what has been won. */
async function inSteps(
  player: SignedIn,
  game: string,
  start: object,
  step: (n: number) => [string, object],
  most: number,
) {
  const begun = await player.bet(`/api/v1/games/${game}/bets`, { stake: player.nextStake(), ...start });
  const id = openedId(begun.body);
  if (begun.status !== 201 || id === undefined) return;
  for (let n = 0; n < most; n++) {
    await player.pause(1_500);
    const [name, body] = step(n);
    const { status, body: answer } = await player.bet(`/api/v1/games/${game}/bets/${id}/${name}`, body);
    if (status >= 300 || (answer as Opened | null)?.data?.status !== "open") return;
  }
  await player.bet(`/api/v1/games/${game}/bets/${id}/cash-out`, {});
}

const miner: Visit = player =>
  inSteps(
    player,
    "miner",
    { mines: player.pick([3, 5]) },
    n => ["reveal", { tile: (n * 7 + player.pick([0, 1, 2])) % 25 }],
    3,
  );

const hilo: Visit = player =>
  inSteps(player, "hilo", {}, () => ["guess", { choice: player.pick(["red", "black"]) }], player.pick([1, 2, 3]));

const ladder: Visit = player =>
  inSteps(player, "coinflip", { ladder: true }, () => ["flip", { side: player.pick(["heads", "tails"]) }], 2);

const flip: Visit = async player => {
  const side = player.pick(["heads", "tails"]);
  await player.bet("/api/v1/games/coinflip/bets", { stake: player.nextStake(), side });
};

/** Games with public rounds are played more often than single-player ones. */
export const visits: readonly [Visit, ...Visit[]] = [
  crash,
  crash,
  crash,
  roulette,
  roulette,
  dice,
  dice,
  keno,
  limbo,
  plinko,
  cases,
  miner,
  hilo,
  ladder,
  flip,
];
