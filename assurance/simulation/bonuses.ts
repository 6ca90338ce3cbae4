import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { games as registrations } from "#modules/games/index.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { bonusShare } from "#modules/wagering/shared/grant.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { modelTx, type WalletModel } from "#modules/wallet/testing/model.ts";
import type { Chance } from "./chance.ts";
import type { Coverage } from "./coverage.ts";

const all = 1_000_000;
const currency = "RUB";
const unit = 1_000_000n;
/** Games between players take no bonus money. */
const multiplayerGames = ["rooms", "duels", "battles"];
const games = registrations.map(({ name }) => name).filter(name => !multiplayerGames.includes(name));
/** How often somebody's bonus begins or ends, in percent of the slices. */
const often = 12;

interface Needs {
  readonly wallet: WalletModel;
  readonly chance: Chance;
  readonly now: () => number;
}

/** Gives players bonuses and ends them in every way, at any moment of what they play. */
export function bonusGiver({ wallet, chance, now }: Needs) {
  async function give(player: PlayerId): Promise<void> {
    const amount = (unit * BigInt(chance.pick([2, 5, 20, 1000]))) / 2n;
    await wallet.grants.give(modelTx, {
      id: chance.uuid(),
      player,
      currency,
      account: bonusCost("deposit"),
      amount: micros(amount),
      target: micros((amount * BigInt(chance.pick([1, 5, 20]))) / BigInt(chance.pick([1, 20, 200]))),
      maxBet: micros(unit * BigInt(chance.pick([50, 500]))),
      games,
      until: new Date(now() + chance.pick([5_000, 60_000, 600_000])),
      cap: chance.happens(30) ? micros(amount / 2n) : null,
    });
  }

  return {
    async act(people: readonly PlayerId[]): Promise<void> {
      if (!chance.happens(often)) return;
      const player = required(people[chance.below(people.length)], "players");
      const active = wallet.grantsOf(player).find(({ end }) => !end);
      if (!active) return give(player);
      if (chance.happens(70)) return;
      if (chance.happens(40)) await wallet.grants.endDue(modelTx, player, currency);
      else await wallet.grants.end(modelTx, player, active.id, chance.happens(50) ? "cancelled" : "forfeited");
    },
  };
}

/** The rules B1 to B9 of bonus money, of every bet and every bonus, from what the wallet says and what its transfers moved. */
export async function checkBonuses(
  wallet: WalletModel,
  people: readonly PlayerId[],
  coverage: Coverage,
): Promise<void> {
  for (const player of people) {
    const { bets } = await wallet.history(player, { currency, limit: all });
    for (const bet of bets) checkBet(bet, coverage);
    const grants = wallet.grantsOf(player);
    invariant(grants.filter(({ end }) => !end).length <= 1, "B7 two bonuses are wagered");
    const [balance] = await wallet.balances(player);
    for (const grant of grants) {
      coverage.count(`bonus ${grant.end ?? "goes on"}`);
      const own = bets.filter(({ wagering }) => wagering?.grant === grant.number);
      const counted = sumOf(own.map(({ wagering }) => wagering?.counted ?? 0n));
      invariant(
        counted === grant.target - grant.left,
        `B2 bets counted ${counted} of ${grant.target}, ${grant.left} left`,
      );
      invariant(grant.open === 0, `B4 a bonus has ${grant.open} open bets when there are none`);
      const held = bonusMoney(wallet, player, new Set([grant.id, ...own.map(({ key }) => key)]));
      const released = releasedOf(wallet, player, grant.id);
      invariant(
        grant.cap === null || released <= grant.cap,
        `B9 ${released} became real of a bonus capped at ${grant.cap}`,
      );
      if (released > 0n && released === grant.cap) coverage.count("bonus at its cap");
      invariant(held === (grant.end ? 0n : balance?.bonus), `B6 a bonus that is ${grant.end} holds ${held}`);
    }
  }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

function checkBet({ game, stake, payout, status, wagering }: Bet, coverage: Coverage): void {
  if (!wagering) return;
  invariant(!multiplayerGames.includes(game), `B8 ${game} took bonus money`);
  const { fromBonus, paidBonus, counted, rate } = wagering;
  const share = status === "voided" ? fromBonus : bonusShare(payout, stake, fromBonus);
  invariant(status === "open" || paidBonus === share, `B5 ${paidBonus} of ${payout} was bonus money, not ${share}`);
  invariant(
    counted <= (stake * BigInt(rate)) / 1000n && (status === "settled" || counted === 0n),
    "B2 a bet counted too much",
  );
  if (fromBonus > 0n) coverage.count(`bet of bonus money ${fromBonus < stake ? "and real money " : ""}${status}`);
}

/** What of a bonus became real, at its end or later. */
const releasedOf = (wallet: WalletModel, player: PlayerId, id: string): bigint =>
  sumOf(
    wallet.transfers
      .filter(({ owner, reference, kind }) => owner === player && reference === id && kind === "bonus_released")
      .map(({ amount }) => amount),
  );

/** What these references have moved of a player's bonus money. */
function bonusMoney(wallet: WalletModel, player: PlayerId, references: ReadonlySet<string>): Micros {
  const bonus = account("player:bonus");
  const moves = wallet.transfers.filter(({ owner, reference }) => owner === player && references.has(reference));
  return micros(
    sumOf(moves.map(({ debit, credit, amount }) => (credit === bonus ? amount : debit === bonus ? -amount : 0n))),
  );
}
