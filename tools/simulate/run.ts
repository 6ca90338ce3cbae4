import type { Session } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import type { SeedPair } from "#modules/fairness/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { modelTx, type WalletModel } from "#modules/wallet/server/index.ts";
import { createBooks } from "./books.ts";
import { chanceOf } from "./chance.ts";
import { createClient } from "./client.ts";
import { type HouseProcess, simulatedHouse } from "./house.ts";
import { play } from "./player.ts";

export interface SimulationResult {
  readonly seed: number;
  readonly bets: number;
  /** Processes of the house that were killed. */
  readonly killed: number;
  readonly transfers: number;
  /** A fingerprint of everything that moved: the same seed gives the same. */
  readonly sum: bigint;
  /** What happened besides play, when it was asked for. */
  readonly story: readonly string[];
}

export interface SimulationOptions {
  readonly players?: number;
  readonly actions?: number;
  /** Puts something between the house and its wallet, to see whether that is found out. */
  readonly wrap?: (wallet: WalletModel) => WalletModel;
}

const currency = "RUB";
const deposit = micros(20_000_000_000n);
const sliceMs = 250;
/** More virtual time than any simulation needs: what is not over then hangs. */
const longestMs = 3_600_000;
const dayMs = 86_400_000;
/** A successor leads by then. */
const takeOverMs = 10_000;

/**
 * Plays one seed: players at all games, through a bad network, on a house whose processes die, fall asleep and do not
 * always hear their database. The books are checked after every step. Throws on the first thing that is not right; the
 * same seed throws it again.
 */
export async function simulate(
  seed: number,
  { players = 4, actions = 6, wrap = wallet => wallet }: SimulationOptions = {},
): Promise<SimulationResult> {
  const chance = chanceOf(seed);
  const story: string[] = [];
  let faulty = true;
  let killed = 0;
  const faults = () => faulty;
  const note = (text: string) => story.push(`${(house.clock.monotonic() / 1000).toFixed(2)} s  ${text}`);
  const house = simulatedHouse(chance, note, wrap);
  const { clock, wallet } = house;
  const books = createBooks(wallet);

  let processes: HouseProcess[] = [];
  const open = async () => {
    const process = house.open(faults);
    processes.push(process);
    await process.start();
  };
  await open();
  await open();

  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  const world = { clock, chance, faults, fail, processes: () => processes };
  const wait = (ms: number) => new Promise<void>(resolve => clock.after(ms, resolve));
  const people: PlayerId[] = [];
  let playing = players;
  for (let i = 0; i < players; i++) {
    const player = chance.uuid() as string as PlayerId;
    people.push(player);
    const session: Session = { id: chance.uuid(), player, currency, test: false };
    const pair = await house.pairs.at(player, { number: 1, clientSeed: `client-${i}`, nonce: 0 });
    wallet.setPair(player, pair satisfies SeedPair);
    await wallet.open(modelTx, player, currency);
    const paid = { owner: player, currency, amount: deposit, kind: "deposit", reference: chance.uuid() } as const;
    await wallet.credit(modelTx, { ...paid, from: depositsClearing("sandbox") });
    const client = createClient(world, session);
    void play({ chance, client, wait, done: books.check }, actions)
      .catch(fail)
      .finally(() => playing--);
  }

  /** Kills, puts to sleep and replaces processes, and bars a player now and then. */
  async function trouble(): Promise<void> {
    const alive = processes.filter(process => process.alive());
    killed += processes.length - alive.length;
    processes = alive;
    for (let missing = 2 - alive.length; missing > 0; missing--) await open();
    if (!chance.happens(3)) return;
    const victim = must(processes[chance.below(processes.length)], "two processes");
    if (chance.happens(50)) {
      note("a process is killed");
      victim.kill();
    } else {
      note("a process falls asleep");
      victim.sleep(2_000 + chance.below(15_000));
    }
    const player = must(people[chance.below(people.length)], "players");
    if (chance.happens(10))
      wallet.block(player, clock.now() + 60_000, chance.happens(50) ? "time_out" : "self_exclusion");
  }

  while (playing > 0) {
    await clock.advance(sliceMs);
    if (failures.length > 0) throw failures[0];
    books.check();
    invariant(clock.monotonic() < longestMs, "players still wait for an answer after an hour");
    await trouble();
  }

  // From here on nothing fails any more: what is open has to come to its end.
  faulty = false;
  for (const process of processes) process.kill();
  processes = [];
  await open();
  const last = must(processes[0], "just opened");
  // Whoever leads first ends what it finds; then it is asked to come to an end itself.
  await clock.advance(takeOverMs);
  let drained = false;
  void last.drain().then(() => {
    drained = true;
  });
  while (!drained) {
    await clock.advance(sliceMs * 20);
    invariant(clock.monotonic() < longestMs, "the house cannot be drained");
  }
  const due = new Date(clock.now() + dayMs);
  const left = await wallet.roundsToClose({ before: due, now: due, limit: 1000 });
  for (const round of left) await last.close(round);
  books.check();

  for (const [account, sum] of books.accounts)
    invariant(!account.startsWith("in play:") || sum === 0n, `${account} holds ${sum} although no bet can be open`);
  for (const player of people) {
    const [balance] = await wallet.balances(player);
    invariant(balance?.real === books.real(player, currency), "a balance is another than its transfers");
  }
  const sum = wallet.transfers.reduce((all, { amount, credit, seq }) => all + amount * BigInt(credit) + seq, 0n);
  return { seed, bets: books.bets(), killed, transfers: wallet.transfers.length, sum, story };
}
