import { nobleHashes } from "#kit/fair/noble.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { payoutOf } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { MultiplayerRound } from "#modules/engines/multiplayer/server/index.ts";
import { fitsOf, playOf } from "#modules/engines/stepwise/server/index.ts";
import type { RoundEnd } from "#modules/engines/stepwise/shared/stepwise.ts";
import type { MultiplayerFacts } from "#modules/fairness/server/index.ts";
import { multiplayerStream } from "#modules/fairness/shared/multiplayer.ts";
import type { StoredBattle } from "#modules/games/battles/server/index.ts";
import { battleEnd, battlesRules, drawBattle } from "#modules/games/battles/shared/rules.ts";
import type { StoredDuel } from "#modules/games/duels/server/index.ts";
import { duelsRules, openerWins, winnerGets as winnerOfDuelGets } from "#modules/games/duels/shared/rules.ts";
import { drawTicket, holderOf, potOf, roomsRules, winnerGets } from "#modules/games/rooms/shared/rules.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { openRoundOf } from "#modules/wallet/server/index.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import type { Coverage } from "./coverage.ts";
import type { GameStores } from "./stores.ts";

const all = 1_000_000;
const stepwise = new Map(
  Object.values(gameTesting).flatMap(({ steps }) => (steps ? [[steps.game, steps] as const] : [])),
);

/** Checks every ended round against its proof and the bets in the books, and counts how rounds ended. */
export async function checkOutcomes(
  stores: GameStores,
  wallet: WalletModel,
  people: readonly PlayerId[],
  coverage: Coverage,
): Promise<void> {
  for (const game of ["crash", "roulette"] as const)
    for (const { state } of await stores[game].store.ended(all)) coverage.count(`${game} round ${state}`);
  const { duels, battles } = stores;
  await checkMultiplayer("duels", await duels.store.all(), stores, wallet, { coverage, payouts: duelPayouts });
  await checkMultiplayer("battles", await battles.store.all(), stores, wallet, { coverage, payouts: battlePayouts });
  await checkRooms(stores, wallet, coverage);
  for (const player of people) await checkSteps(player, wallet, coverage);
}

/** Stepwise rounds: a loss pays nothing, a round without a step is refunded, any other pays the value of its last step. */
async function checkSteps(player: PlayerId, wallet: WalletModel, coverage: Coverage): Promise<void> {
  const { bets } = await wallet.history(player, { currency: "RUB", limit: all });
  for (const bet of bets) {
    if (!bet.journal) continue;
    const rules = required(stepwise.get(bet.game), "the rules of a game that is played in steps");
    const play = playOf(openRoundOf(bet));
    const paidMultiplier = rules.cashOutMultiplier(play);
    const isLost = rules.state(play, fitsOf(bet)) === "lost";
    const { end } = bet.outcome as { end: RoundEnd };
    coverage.count(`played in steps: ${end}`);
    const right =
      paidMultiplier || isLost
        ? bet.status === "settled" && bet.payout === (paidMultiplier ? payoutOf(bet.stake, paidMultiplier) : 0n)
        : bet.status === "voided";
    invariant(right, `a round of ${bet.game} that was ${end} (${bet.status}) paid ${bet.payout}`);
  }
}

/** Duels and battles: every seat gets what the proof says, or all players get their stakes back. */
async function checkMultiplayer<R extends MultiplayerRound>(
  game: string,
  rounds: readonly R[],
  { draws }: GameStores,
  wallet: WalletModel,
  { coverage, payouts }: { coverage: Coverage; payouts: (stream: WordStream, round: R) => readonly bigint[] },
): Promise<void> {
  for (const round of rounds) {
    const { number, state, reason, seats } = round;
    coverage.count(`${game} ${state}${reason ? `: ${reason}` : ""}`);
    if (state === "paid" && seats.some(({ player }) => player === null))
      coverage.count(`${game} paid: with the casino`);
    invariant(state === "paid" || state === "refunded", `${game} ${number} is left ${state}`);
    const facts = required((await draws.facts(game, [number])).get(number), "a round's promise");
    const pays = state === "paid" ? payouts(streamOf(game, facts), round) : undefined;
    for (const { seat, player, key } of seats) {
      if (!player || !key) continue;
      const bet = await wallet.bet(player, key);
      const right = pays ? bet?.payout === pays[seat - 1] && bet?.status === "settled" : bet?.status === "voided";
      invariant(right, `${game} ${number} (${state}) paid seat ${seat} wrong`);
    }
  }
}

const duelPayouts = (stream: WordStream, { stake }: StoredDuel) => {
  const [one, other] = [winnerOfDuelGets(duelsRules.current, stake), 0n];
  return openerWins(stream) ? [one, other] : [other, one];
};

const { current: rules } = battlesRules;
const battlePayouts = (stream: WordStream, { cases, size, currency }: StoredBattle) =>
  battleEnd(rules, cases, drawBattle(rules, stream, cases.length, size), currency).payouts;

async function checkRooms({ rooms, draws }: GameStores, wallet: WalletModel, coverage: Coverage): Promise<void> {
  for (const colour of ["red", "yellow"] as const) {
    for (const { number, state, reason, ticket } of await rooms.store.ended(colour, "RUB", all)) {
      coverage.count(`room ${state}${reason ? `: ${reason}` : ""}`);
      const entries = await rooms.store.entries(number);
      const bets = await Promise.all(entries.map(({ player, key }) => wallet.bet(player, key)));
      if (state === "refunded") {
        invariant(
          bets.every(bet => bet?.status === "voided"),
          `room round ${number} went back, but not to everybody`,
        );
        continue;
      }
      const facts = required((await draws.facts("rooms", [number])).get(number), "a round's promise");
      const pot = potOf(entries);
      const drawn = drawTicket(streamOf("rooms", facts), pot);
      invariant(drawn === ticket, `room round ${number} was drawn otherwise than its proof says`);
      const { seat } = holderOf(entries, drawn);
      entries.forEach((entry, i) => {
        const pays = entry.seat === seat ? winnerGets(roomsRules.current, pot) : 0n;
        invariant(bets[i]?.payout === pays, `room round ${number} paid seat ${entry.seat} wrong`);
      });
    }
  }
}

function streamOf(game: string, { round, secret, entries_hash, beacon }: MultiplayerFacts) {
  return multiplayerStream(nobleHashes, required(parseHex(secret ?? ""), "a revealed secret"), {
    game,
    round,
    beaconRound: required(beacon, "a beacon").round,
    beaconValue: required(beacon?.value, "its value"),
    entriesHash: required(entries_hash, "entries"),
  });
}
