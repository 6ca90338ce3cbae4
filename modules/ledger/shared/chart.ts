import type { Brand } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";

/**
 * The chart of accounts. Codes are permanent in the ledger's rows: they are
 * added, never changed or reused. A balance is credits minus debits, so liabilities are positive, assets
 * are negative, and all balances of a currency sum to zero. docs/money shows each movement.
 */
export type Account = Brand<number, "Account">;

const single = {
  "player:real": 1,
  "player:bonus": 2,
  "player:vault": 3,
  "to be returned": 10,
  quarantine: 11,
  fees: 12,
  capital: 13,
  bank: 14,
  exchange: 15,
  rounding: 16,
  promotions: 20,
  receivable: 17,
  corrections: 25,
  affiliates: 26,
  partner: 27,
  "partner payouts": 28,
  "given up": 29,
  "chat budget": 30,
} as const;

/** The content of each account. Printed in docs/money. */
export const accountNotes: Readonly<Record<keyof typeof single | (typeof families)[number]["name"], string>> = {
  "player:real": "real money of the player: can be staked and withdrawn",
  "player:bonus": "bonus money of the player: becomes real by its rules, or is forfeited",
  "player:vault": "money the player has set aside from play",
  "to be returned": "deposits above a limit, or received during an exclusion: they are returned and never credited",
  quarantine: "payments of unknown invoices",
  fees: "revenue outside of games: commissions of payment methods and the spread of exchanges, less the fees of payment providers and networks",
  capital: "the bankroll as paid in",
  bank: "our own bank account: where capital comes from and goes to",
  exchange: "currency exchange: one leg in each currency",
  rounding: "fractions below a hundredth from exchanges",
  promotions: "gifts to players: prizes without a stake",
  receivable:
    "what a player owes after a bank recalled a deposit or a settlement was corrected: the only account of a player that may be below zero",
  corrections: "manual corrections: what was credited to players, less what was taken from them",
  affiliates: "what partners have cost (negative): their commissions",
  partner: "commissions that a partner can withdraw",
  "partner payouts": "withdrawals of partners that wait to be paid",
  "given up": "balances below the smallest payout that players gave up when they closed their accounts",
  "chat budget": "what promotions have set aside for rains and tips in the chat",
  deposits: "reported deposits that a provider owes us",
  payouts: "payouts and refunds in progress through a provider",
  bonus: "what bonuses of a kind have cost (negative): given, less what was forfeited",
  "in play": "stakes of open bets",
  result: "net win (positive) or loss of a game",
  "jackpot reserve": "what a pot starts with after it was won; grows by its own share of the stakes",
  jackpot: "pots that grow by a share of a game's stakes: their balance belongs to the future winner",
};

/** Numbers of the games in account codes: added at the end, never changed. */
export const gameNumbers = {
  crash: 1,
  dice: 2,
  coinflip: 3,
  hilo: 4,
  keno: 5,
  roulette: 6,
  miner: 7,
  cases: 8,
  rooms: 9,
  slots: 10,
  betting: 11,
  duels: 12,
  battles: 13,
  limbo: 14,
  plinko: 15,
  /** The pots that our own games feed together. */
  jackpots: 16,
} as const;

/** Numbers of the payment providers in account codes: added at the end, never changed. */
export const providerNumbers = { sandbox: 1, usdt: 2, eth: 3, reserve: 10 } as const;
export type ProviderName = keyof typeof providerNumbers;

/** Numbers of the kinds of bonuses in account codes: added at the end, never changed. */
export const bonusNumbers = {
  registration: 1,
  deposit: 2,
  promo: 3,
  cashback: 4,
  rakeback: 5,
  reload: 6,
  free_spins: 7,
  manual: 8,
  free_bets: 9,
  level_up: 11,
  missions: 12,
} as const;

const families = [
  /** Reported deposits that a provider owes us. */
  { name: "deposits", base: 100, members: providerNumbers },
  /** Payouts and refunds in progress through a provider. */
  { name: "payouts", base: 200, members: providerNumbers },
  /** What bonuses of a kind have cost (negative): given, less what was forfeited. */
  { name: "bonus", base: 300, members: bonusNumbers },
  /** Stakes of open bets. */
  { name: "in play", base: 1000, members: gameNumbers },
  /** Net win (positive) or loss of a game. */
  { name: "result", base: 2000, members: gameNumbers },
  /** Pots that grow by a share of a game's stakes: their balance belongs to the future winner. */
  { name: "jackpot", base: 3000, members: gameNumbers },
  /** What a pot begins with after it was won. */
  { name: "jackpot reserve", base: 4000, members: { slots: gameNumbers.slots, jackpots: gameNumbers.jackpots } },
] as const;

/** The least and the largest number of a connected provider; its row gives it one. `provider-137` is the game of its bets. */
export const providerGames = { least: 100, most: 999 } as const;
/** Families with an account for each connected provider: in the chart by the first of them. */
const withProviders = ["in play", "result"] as const;
export const isProviderGame = (game: string): boolean => providerNumber(game) !== undefined;
export const providerGame = (number: number): string => `provider-${number}`;

function providerNumber(game: string): number | undefined {
  const number = Number(/^provider-([1-9][0-9]{2})$/.exec(game)?.[1]);
  return Number.isInteger(number) ? number : undefined;
}

const names = new Map<number, string>([
  ...Object.entries(single).map(([name, code]): [number, string] => [code, name]),
  ...families.flatMap(({ name, base, members }) =>
    Object.entries(members).map(([member, number]): [number, string] => [base + number, `${name}:${member}`]),
  ),
  ...families
    .filter(({ name }) => withProviders.some(each => each === name))
    .map(({ name, base }): [number, string] => [
      base + providerGames.least,
      `${name}:${providerGame(providerGames.least)}`,
    ]),
]);
const codes = new Map([...names].map(([code, name]) => [name, code as Account]));

export type AccountName = keyof typeof single;

export function account(name: AccountName): Account {
  return single[name] as Account;
}

/** The code of an account by its full name, such as `result:dice`; throws InvariantError when it is not in the chart. */
export function accountNamed(name: string): Account {
  return required(codes.get(name) ?? providerAccount(name), `no account "${name}" in the chart`);
}

export const inPlay = (game: string): Account => accountNamed(`in play:${game}`);
export const gameResult = (game: string): Account => accountNamed(`result:${game}`);
export const depositsClearing = (provider: string): Account => accountNamed(`deposits:${provider}`);
export const bonusCost = (kind: keyof typeof bonusNumbers): Account => accountNamed(`bonus:${kind}`);
export const jackpot = (game: string): Account => accountNamed(`jackpot:${game}`);
export const jackpotReserve = (game: string): Account => accountNamed(`jackpot reserve:${game}`);
export const payoutsClearing = (provider: string): Account => accountNamed(`payouts:${provider}`);

/** The families of accounts, for the printed chart: the first code and the members of each. */
export const accountFamilies: readonly { readonly name: string; readonly base: number; readonly members: object }[] =
  families;

/** Every account, by code. */
export const everyAccount: readonly { readonly code: Account; readonly name: string }[] = [...names]
  .map(([code, name]) => ({ code: code as Account, name }))
  .sort((a, b) => a.code - b.code);

/** The name of an account as statements and reports print it. */
export function accountName(code: number): string {
  return required(names.get(code) ?? providerAccountName(code), `no account ${code} in the chart`);
}

function providerAccount(name: string): Account | undefined {
  const [family, game = ""] = name.split(":");
  const base = families.find(each => each.name === family && withProviders.some(one => one === family))?.base;
  const number = providerNumber(game);
  return base === undefined || number === undefined ? undefined : ((base + number) as Account);
}

function providerAccountName(code: number): string | undefined {
  const family = families.find(
    ({ name, base }) =>
      withProviders.some(one => one === name) &&
      code >= base + providerGames.least &&
      code <= base + providerGames.most,
  );
  return family && `${family.name}:${providerGame(code - family.base)}`;
}

/** Which balance of its player an account is; undefined for house accounts. */
export function balanceKindOf(code: Account): "real" | "bonus" | "vault" | undefined {
  return code === single["player:real"]
    ? "real"
    : code === single["player:bonus"]
      ? "bonus"
      : code === single["player:vault"]
        ? "vault"
        : undefined;
}

/** Whether a game of ours has this name; games of providers are named by {@link providerGame}. */
export const isOwnGame = (game: string): boolean => Object.hasOwn(gameNumbers, game);

export function gameNumber(game: string): number {
  const provider = providerNumber(game);
  if (provider !== undefined) return provider;
  invariant(isOwnGame(game), `game "${game}" has no number in the chart of accounts`);
  return gameNumbers[game as keyof typeof gameNumbers];
}

const gamesByNumber = new Map(Object.entries(gameNumbers).map(([game, number]): [number, string] => [number, game]));
export function gameOf(number: number): string {
  if (number >= providerGames.least && number <= providerGames.most) return providerGame(number);
  return required(gamesByNumber.get(number), `no game ${number} in the chart of accounts`);
}
