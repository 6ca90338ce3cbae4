import type { Session } from "#kit/http/handler.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import type { MultiplayerRound } from "#modules/engines/multiplayer/server/index.ts";
import type { SeedPair } from "#modules/fairness/server/index.ts";
import { type GameName, games as registrations } from "#modules/games/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { modelTx, type WalletModel } from "#modules/wallet/testing/model.ts";
import { bonusGiver, checkBonuses } from "./bonuses.ts";
import { type Books, createBooks } from "./books.ts";
import { chanceOf } from "./chance.ts";
import { createClient } from "./client.ts";
import { createCoverage } from "./coverage.ts";
import { checkOutcomes } from "./outcomes.ts";
import { play } from "./player.ts";
import type { ServerProcess, SimulatedWorld } from "./server-process.ts";
import { type SimulatedApp, simulatedApp } from "./simulated-app.ts";
import { createTrace } from "./trace.ts";

export interface SimulationResult {
  readonly seed: number;
  readonly bets: number;
  /** Number of killed server processes. */
  readonly killed: number;
  readonly transfers: number;
  /** A fingerprint of all events in order: equal for equal seeds. */
  readonly trace: string;
  /** How often what was reached, by name. */
  readonly coverage: readonly (readonly [string, number])[];
  /** The trace besides play, on request. */
  readonly transcript: readonly string[];
}

/** The default settings of a seed: most are short and have few games, so that their rounds overlap. */
export interface SimulationOptions {
  readonly players?: number;
  readonly actions?: number;
  readonly games?: readonly GameName[];
  /** Players have less of their own money, and bonuses that are given and ended while they play. */
  readonly bonuses?: boolean;
  /** Wraps the server's wallet, to test whether a bug in it is detected. */
  readonly wrap?: (wallet: WalletModel) => WalletModel;
}

const currency = "RUB";
const deposit = micros(20_000_000_000n);
/** Deposit of players with bonuses: soon used up, so that stakes are of either money, or of both. */
const smallDeposit = micros(10_000_000n);
/** One seed of so many has bonuses. */
const bonusEvery = 4;
const sliceMs = 250;
/** More virtual time than any simulation needs: a run that has not ended by then hangs. */
const longestMs = 3_600_000;
const dayMs = 86_400_000;
/** A successor has taken over by then. */
const takeOverMs = 10_000;
/** Every n-th seed is long and has every game except those whose rules take turns. */
const longEvery = 25;
/** How often a fault hits a process, in percent of the slices: some servers are calm, so that long rounds can end. */
const troubles = [0.2, 0.5, 1, 3] as const;

function gamesOf(seed: number): readonly GameName[] {
  const all = registrations.map(({ name }) => name);
  const others = all.map(game => gameTesting[game].alternate);
  return all
    .filter(game => !others.includes(game))
    .map(game => (seed % 2 === 0 ? game : (all.find(each => each === gameTesting[game].alternate) ?? game)));
}

function shapeOf(seed: number): Required<Omit<SimulationOptions, "wrap">> {
  const games = gamesOf(seed);
  const bonuses = seed % bonusEvery === 1;
  if (seed % longEvery === 0) return { players: 5, actions: 6, games, bonuses };
  const chance = chanceOf(seed ^ 0x6a09e667);
  const some = chance.some(1 + chance.below(3), games.length);
  return { players: 3, actions: 4, games: some.map(index => required(games[index], "a game")), bonuses };
}

/**
 * Plays one seed: players in all games, over a bad network, on processes that are killed, suspended and sometimes
 * lose database responses. The books are checked after every step. Throws at the first failure; the same seed
 * throws it again.
 */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<SimulationResult> {
  const { players, actions, games, bonuses, wrap = (wallet: WalletModel) => wallet } = { ...shapeOf(seed), ...options };
  const [chance, clock, coverage, trace] = [chanceOf(seed), manualClock(), createCoverage(), createTrace()];
  const transcript: string[] = [];
  let faulty = true;
  const note = (text: string) => {
    const line = `${(clock.monotonic() / 1000).toFixed(2)} s  ${text}`;
    trace.add(line);
    transcript.push(line);
  };
  const world: SimulatedWorld = { clock, chance, coverage, note, faults: () => faulty };
  const app = simulatedApp(world, games, wrap);
  const books = createBooks(app.wallet);
  const crew = hireCrew(world, app);
  // A stream of its own: the faults of a seed are the same without bonuses.
  const giver = bonusGiver({ wallet: app.wallet, chance: chanceOf(seed ^ 0x3c6ef372), now: clock.now });

  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  const answered = (name: string, { status, text }: { status: number; text: string }) =>
    trace.add(`${clock.monotonic()} ${name} ${status} ${text}`);
  const network = { ...world, fail, answered, processes: crew.processes };
  const wait = (ms: number) => new Promise<void>(resolve => clock.after(ms, resolve));
  const people: PlayerId[] = [];
  let playing = players;
  for (let i = 0; i < players; i++) {
    const session = await registered(world, app, i, bonuses ? smallDeposit : deposit);
    people.push(session.player);
    const client = createClient(network, session);
    void play({ chance, client, wait, done: books.check }, games, actions)
      .catch(fail)
      .finally(() => playing--);
  }

  while (playing > 0) {
    await clock.advance(sliceMs);
    if (failures.length > 0) throw failures[0];
    books.check();
    invariant(clock.monotonic() < longestMs, "players still wait for an answer after an hour");
    crew.trouble(people);
    if (bonuses) await giver.act(people);
  }
  faulty = false;
  await comeToAnEnd(world, app, await crew.relieve());
  books.check();
  await checkEnd(app, books, people);
  await checkBonuses(app.wallet, people, coverage);
  await checkOutcomes(app.stores, app.wallet, people, coverage);
  for (const { seq, amount, debit, credit } of app.wallet.transfers) trace.add(`${seq} ${amount} ${debit} ${credit}`);
  const { wallet } = app;
  return {
    seed,
    bets: books.bets(),
    killed: crew.killed(),
    transfers: wallet.transfers.length,
    transcript,
    trace: trace.sum,
    coverage: [...coverage.counts],
  };

  /** From here on no faults are injected: all open rounds must end. */
  async function comeToAnEnd(_world: SimulatedWorld, { wallet, stores }: SimulatedApp, last: ServerProcess) {
    // The first leader ends the rounds it finds; then it is drained itself.
    await clock.advance(takeOverMs);
    // With duels alone the simulation waits the day after which they are refunded automatically; otherwise their openers cancel them.
    const waits = games.every(game => game === "duels");
    if (!waits) await takeBack("DELETE /api/v1/games/coinflip/duels/:id", "duels", stores.duels.store);
    await takeBack("DELETE /api/v1/games/cases/battles/:id", "battles", stores.battles.store);
    // Rounds that others have joined are refunded at their deadline.
    const patience = waits ? dayMs + 700_000 : 700_000;
    for (const end = clock.monotonic() + patience; clock.monotonic() < end && (await isWaiting()); )
      await clock.advance(waits ? 60_000 : sliceMs * 20);
    const limit = clock.monotonic() + longestMs;
    let drained = false;
    void last.drain().then(() => {
      drained = true;
    });
    while (!drained) {
      await clock.advance(sliceMs * 20);
      invariant(clock.monotonic() < limit, "the server cannot be drained");
    }
    const due = new Date(clock.now() + dayMs);
    for (const round of await wallet.roundsToClose({ before: due, now: due, limit: 1000 })) await last.close(round);

    async function isWaiting(): Promise<boolean> {
      const { duels, battles, rooms } = stores;
      const multiplayer = await Promise.all([duels.store.unfinished(), battles.store.unfinished()]);
      const drawn = await Promise.all(
        (["red", "yellow"] as const).map(async colour => {
          const round = await rooms.store.openRound(colour, currency);
          return round !== undefined && round.state !== "open";
        }),
      );
      return multiplayer.flat().length > 0 || drawn.includes(true);
    }

    /** Openers cancel their open rounds with a free seat that no other player has joined. */
    async function takeBack(name: string, game: string, store: { unfinished(): Promise<MultiplayerRound[]> }) {
      for (const { number, state, seats } of await store.unfinished()) {
        const [opener, ...others] = seats;
        if (state !== "open" || others.length > 0 || !opener?.player) continue;
        const session: Session = { id: chance.uuid(), player: opener.player, currency, test: false };
        const params = { id: `${game}-${number}` };
        const withdrawal = last.call(name, session, { key: chance.uuid(), params, body: {} });
        await clock.advance(sliceMs);
        const { status, text } = await withdrawal;
        // The casino may have joined meanwhile.
        invariant(status === 200 || status === 409, `${params.id} cannot be taken back: ${text}`);
      }
    }
  }
}

/** The server processes and their faults. */
function hireCrew({ clock, chance, coverage, note }: SimulatedWorld, app: SimulatedApp) {
  let processes: ServerProcess[] = [];
  const serving = new Set<ServerProcess>();
  const often = chance.pick(troubles);
  let killed = 0;

  /** A process that cannot start ends, and another is opened in its place. */
  async function open(): Promise<ServerProcess> {
    const process = app.open();
    processes.push(process);
    await process.start().then(
      () => serving.add(process),
      () => process.kill(),
    );
    return process;
  }
  void open();
  void open();

  return {
    /** The server processes that can be called. */
    processes: () => processes.filter(process => serving.has(process)),
    killed: () => killed,

    /** Kills, suspends and replaces processes, and sometimes blocks a player. */
    trouble(people: readonly PlayerId[]): void {
      const alive = processes.filter(process => process.alive());
      killed += processes.length - alive.length;
      processes = alive;
      for (let missing = 2 - alive.length; missing > 0; missing--) void open();
      if (!chance.happens(often)) return;
      const victim = required(processes[chance.below(processes.length)], "two processes");
      if (chance.happens(50)) {
        coverage.count("process killed");
        note("a process is killed");
        victim.kill();
      } else {
        coverage.count("process asleep");
        note("a process falls asleep");
        victim.sleep(2_000 + chance.below(15_000));
      }
      if (!chance.happens(10)) return;
      const player = required(people[chance.below(people.length)], "players");
      coverage.count("player barred");
      app.wallet.block(player, clock.now() + 60_000, chance.happens(50) ? "time_out" : "self_exclusion");
    },

    /** One fresh process in place of all. */
    async relieve(): Promise<ServerProcess> {
      for (const process of processes) process.kill();
      processes = [];
      return open();
    },
  };
}

async function registered(
  { chance }: SimulatedWorld,
  { wallet, pairs }: SimulatedApp,
  i: number,
  amount: Micros,
): Promise<Session> {
  const player = chance.uuid() as string as PlayerId;
  const pair = await pairs.at(player, { number: 1, clientSeed: `client-${i}`, nonce: 0 });
  wallet.setPair(player, pair satisfies SeedPair);
  await wallet.open(modelTx, player, currency);
  const paid = { owner: player, currency, amount, kind: "deposit", reference: chance.uuid() } as const;
  await wallet.credit(modelTx, { ...paid, from: depositsClearing("sandbox") });
  return { id: chance.uuid(), player, currency, test: false };
}

async function checkEnd({ wallet }: SimulatedApp, books: Books, people: readonly PlayerId[]): Promise<void> {
  for (const [account, sum] of books.accounts)
    invariant(!account.startsWith("in play:") || sum === 0n, `${account} holds ${sum} although no bet can be open`);
  for (const player of people) {
    const [balance] = await wallet.balances(player);
    invariant(balance?.real === books.real(player, currency), "a balance is another than its transfers");
  }
}
