import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { bonusCost, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { createWalletModel, modelTx, type WalletModel } from "#modules/wallet/testing/model.ts";
import { type Books, createBooks } from "../books.ts";
import { chanceOf } from "../chance.ts";
import { createCoverage } from "../coverage.ts";
import type { SimulationResult } from "../run.ts";
import type { SimulatedWorld } from "../server-process.ts";
import { createTrace } from "../trace.ts";
import { type CasinoProcess, type LiveSeeds, openCasino, provider, type Sessions, sessionOf } from "./casino.ts";
import { createStudio, owedTo, playedOf, potOf, type Studio, wonOf } from "./studio.ts";

const deposit: Micros = micros(400_000_000n);
const sliceMs = 250;
const actions = 6;
const freeRounds = 4;
/** More virtual time than any simulation needs: rollbacks and wins are repeated every minute. */
const longestMs = 7_200_000;
const hourMs = 3_600_000;
const potCurrencies = ["RUB", "KZT"] as const;
/** More than the reserves have: promotions lend the rest. */
const potSeed: Micros = micros(1_000_000n);

interface Person {
  readonly player: PlayerId;
  readonly grant: Uuid;
  readonly currency: Currency;
}

export interface ProviderSimulationOptions {
  /** Wraps the casino's wallet, to test whether a bug in it is detected. */
  readonly wrap?: (wallet: WalletModel) => WalletModel;
}

/**
 * Plays one seed of rounds at a provider: spins, free rounds and live tables of a provider that keeps the rules, over a bad network,
 * against the casino's own code on processes that are killed. The provider's process dies too. At the end nothing is open, and every
 * balance is the one that the provider's transactions add up to. Throws at the first failure; the same seed throws it again.
 */
export async function simulateProviders(
  seed: number,
  { wrap = wallet => wallet }: ProviderSimulationOptions = {},
): Promise<SimulationResult> {
  const [chance, clock, coverage, trace] = [chanceOf(seed), manualClock(), createCoverage(), createTrace()];
  const transcript: string[] = [];
  let faulty = true;
  const note = (text: string) => {
    const line = `${(clock.monotonic() / 1000).toFixed(2)} s  ${text}`;
    trace.add(line);
    transcript.push(line);
  };
  const world: SimulatedWorld = { clock, chance, coverage, note, faults: () => faulty };
  const wallet = createWalletModel({ now: clock.now });
  const wrapped = wrap(wallet);
  const sessions: Sessions = new Map();
  const live: LiveSeeds = new Map();
  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  const onAlarm = (kind: string) =>
    invariant(kind === "already_won", `alarm ${kind} about a provider that keeps the rules`);
  let processes: CasinoProcess[] = [];
  let killed = 0;
  const open = () => void processes.push(openCasino(world, wrapped, sessions, live, onAlarm));
  open();
  open();
  const answered = (name: string, { status, text }: { status: number; text: string }) =>
    trace.add(`${clock.monotonic()} ${name} ${status} ${text}`);
  const currencies = new Map<PlayerId, Currency>();
  const currencyOf = (player: PlayerId) => required(currencies.get(player), "a player's currency");
  const studio = createStudio({ ...world, processes: () => processes, fail, answered, currencyOf });
  const books = createBooks(wallet, name => studio.freeBets.has(name));
  const cancelled = new Set<Uuid>();
  /** Grants whose wins are collected for a bonus. */
  const collected = new Set<Uuid>();

  for (const currency of potCurrencies) wallet.pots.seed(currency, potSeed, chance.uuid());
  const people: Person[] = [];
  for (let i = 0; i < 3; i++) {
    const [player, grant] = [chance.uuid() as string as PlayerId, chance.uuid()];
    const currency = i === 2 ? "KZT" : "RUB";
    currencies.set(player, currency);
    await wallet.open(modelTx, player, currency);
    const paid = {
      owner: player,
      currency,
      amount: deposit,
      kind: "deposit",
      reference: chance.uuid(),
    } as const;
    await wallet.credit(modelTx, { ...paid, from: depositsClearing("sandbox") });
    const collects = i === 1;
    wrapped.grantFree(grant, player, freeRounds, collects);
    if (collects) collected.add(grant);
    people.push({ player, grant, currency });
    live.set(player, 1);
    for (const game of ["slot", "table"]) sessions.set(tokenOf(player, game), sessionOf({ player, currency }, game));
  }

  let playing = people.length;
  const wait = (ms: number) => new Promise<void>(resolve => clock.after(ms, resolve));
  async function play({ player, grant, currency }: Person): Promise<void> {
    for (let i = 0; i < actions; i++) {
      await wait(chance.below(6_000));
      const spin = () =>
        studio.spin(player, tokenOf(player, "slot"), {
          inOneCall: chance.happens(20),
          ...(chance.happens(40) && { grant }),
        });
      // A second tab at the same moment: one of them finds an open round.
      const tabs = chance.happens(20) ? [spin(), spin()] : [spin()];
      // A dead process answers no call: its player repeats it.
      await Promise.race([Promise.all(tabs), wait(20_000)]);
      if (chance.happens(10)) sessions.set(tokenOf(player, "slot"), sessionOf({ player, currency }, "slot", "ended"));
      else if (chance.happens(50)) sessions.set(tokenOf(player, "slot"), sessionOf({ player, currency }, "slot"));
    }
  }
  for (const person of people)
    void play(person)
      .catch(fail)
      .finally(() => playing--);
  async function deal(): Promise<void> {
    for (let i = 0; i < actions / 2; i++) {
      const seats = chance.some(1 + chance.below(3), people.length).map(seat => required(people[seat], "a person"));
      await Promise.race([
        studio.deal(seats.map(({ player }) => ({ player, session: tokenOf(player, "table") }))),
        wait(30_000),
      ]);
    }
  }
  playing += 1;
  void deal()
    .catch(fail)
    .finally(() => playing--);

  /** Both companies reveal their seeds at once, while the player has no round of the slot. */
  function rotate(player: PlayerId): void {
    const next = required(live.get(player), "a live seed") + 1;
    if (!studio.mayRotate(player) || !wallet.startSeed(player, provider.account, "slot", next)) return;
    live.set(player, next);
    studio.rotated(player);
    coverage.count("seeds rotated");
  }

  function trouble(): void {
    const alive = processes.filter(process => process.alive());
    killed += processes.length - alive.length;
    processes = alive;
    for (let missing = 2 - alive.length; missing > 0; missing--) open();
    if (chance.happens(2)) {
      coverage.count("casino process killed");
      required(processes[chance.below(processes.length)], "two processes").kill();
    }
    if (chance.happens(1)) studio.restart();
    if (chance.happens(1)) studio.finish();
    if (chance.happens(3)) rotate(required(people[chance.below(3)], "a person").player);
    if (chance.happens(0.5))
      wallet.block(required(people[chance.below(3)], "a person").player, clock.now() + 20_000, "time_out");
    if (!chance.happens(0.3)) return;
    const { grant } = required(people[chance.below(3)], "a person");
    cancelled.add(grant);
    wallet.cancelFree(grant);
  }

  async function slice(): Promise<void> {
    await clock.advance(sliceMs);
    if (failures.length > 0) throw failures[0];
    books.check();
    invariant(clock.monotonic() < longestMs, "rounds are still open after two hours");
  }
  while (playing > 0) {
    await slice();
    trouble();
  }
  faulty = false;
  for (const process of processes) process.kill();
  processes = [];
  open();
  studio.restart();
  for (const end = clock.monotonic() + hourMs; !studio.isIdle(); ) {
    await slice();
    studio.finish();
    invariant(clock.monotonic() < end, "a round does not end");
  }
  books.check();
  checkEnd({ wallet, books, studio, people, cancelled, collected });
  checkPots({ wallet, books, studio, people });
  await giveCollected(wallet, collected, people, clock.now());
  books.check();
  checkGiven({ books, studio, people });
  for (const { seq, amount, debit, credit } of wallet.transfers) trace.add(`${seq} ${amount} ${debit} ${credit}`);
  return {
    seed,
    bets: books.bets(),
    killed,
    transfers: wallet.transfers.length,
    transcript,
    trace: trace.sum,
    coverage: [...coverage.counts],
  };
}

interface Ended {
  readonly wallet: WalletModel;
  readonly books: Books;
  readonly studio: Pick<Studio, "entries">;
  readonly people: readonly Person[];
  readonly cancelled: ReadonlySet<Uuid>;
  readonly collected: ReadonlySet<Uuid>;
}

/** Nothing is open, and both companies agree on every transaction. */
function checkEnd({ wallet, books, studio, people, cancelled, collected }: Ended): void {
  invariant(wallet.openRoundCount() === 0, `${wallet.openRoundCount()} rounds are open`);
  for (const [account, sum] of books.accounts)
    invariant(!account.startsWith("in play:") || sum === 0n, `${account} holds ${sum} although no round is open`);
  for (const { player, grant, currency } of people) {
    const expected = deposit + owedTo(studio.entries, player, collected);
    const found = books.real(player, currency);
    invariant(found === expected, `a balance is ${found}, by the provider's transactions ${expected}`);
    const [played, left] = [playedOf(studio.entries, grant), wallet.freeLeft(grant)];
    const isRight = cancelled.has(grant) ? played + left <= freeRounds : played + left === freeRounds;
    invariant(isRight, `${played} free rounds were played and ${left} are left of ${freeRounds}`);
    const [won, owed] = [wallet.freeWon(grant), collected.has(grant) ? wonOf(studio.entries, grant) : 0n];
    invariant(won === owed, `free rounds have collected ${won}, by the provider's transactions ${owed}`);
  }
  const held = books.accounts.get("bonus:free_spins RUB") ?? 0n;
  const won = people.reduce((sum, { grant }) => sum + wallet.freeWon(grant), 0n);
  invariant(held === won, `free rounds have collected ${won}, and ${held} is on their account`);
}

/** What is in a pot and its reserve is what stakes have added and promotions have lent, less what players have won of it; currencies share nothing. */
function checkPots({ wallet, books, studio, people }: Pick<Ended, "wallet" | "books" | "studio" | "people">): void {
  for (const currency of potCurrencies) {
    const players = new Set(people.filter(each => each.currency === currency).map(({ player }) => player));
    const { added, won } = potOf(studio.entries, players);
    const { amount, reserve, owed } = wallet.pots.of(currency);
    invariant(
      amount + reserve === added + owed - won,
      `the pot holds ${amount} and ${reserve} ${currency}, by the provider's transactions ${added} + ${owed} - ${won}`,
    );
    invariant(amount >= potSeed, `the pot in ${currency} began with less than its seed`);
    for (const [account, held] of [
      ["jackpot:slots", amount],
      ["jackpot reserve:slots", reserve],
      ["promotions", -owed],
    ] as const)
      invariant((books.accounts.get(`${account} ${currency}`) ?? 0n) === held, `${account} ${currency} is not ${held}`);
  }
}

/** Gives what free rounds have collected as bonuses that are real at once. */
async function giveCollected(
  wallet: WalletModel,
  collected: ReadonlySet<Uuid>,
  people: Ended["people"],
  now: number,
): Promise<void> {
  for (const { player, grant } of people) {
    const amount = micros(wallet.freeWon(grant));
    if (!collected.has(grant) || amount === 0n) continue;
    const terms = { id: grant, player, currency: "RUB", account: bonusCost("free_spins"), amount } as const;
    const until = new Date(now + hourMs);
    await wallet.grants.give(modelTx, { ...terms, target: micros(0n), maxBet: amount, games: ["slots"], until });
  }
}

/** All that free rounds have won is their players'. */
function checkGiven({ books, studio, people }: Pick<Ended, "books" | "studio" | "people">): void {
  for (const { player, currency } of people) {
    const [found, expected] = [books.real(player, currency), deposit + owedTo(studio.entries, player)];
    invariant(found === expected, `a balance is ${found} with its bonus, by the provider's transactions ${expected}`);
  }
  invariant((books.accounts.get("bonus:free_spins RUB") ?? 0n) === 0n, "what free rounds have won was given");
}

const tokenOf = (player: PlayerId, game: string) => `${game}-${player.replaceAll("-", "")}`;
