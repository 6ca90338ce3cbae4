import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Session } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { SeedPair } from "#modules/fairness/server/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { modelTx } from "#modules/wallet/testing/model.ts";
import { createBooks } from "../books.ts";
import { chanceOf } from "../chance.ts";
import { createClient } from "../client.ts";
import { createCoverage } from "../coverage.ts";
import type { SimulationResult } from "../run.ts";
import type { CallResponse, ServerProcess } from "../server-process.ts";
import { createTrace } from "../trace.ts";
import { SimulatedBus } from "./bus.ts";
import type { Cell } from "./cells.ts";
import { SimulatedDatabase } from "./database.ts";
import { Directory } from "./directory.ts";
import { clusterFaults, type Field } from "./faults.ts";
import { Network } from "./network.ts";
import { type ClusterProcess, openNode } from "./node.ts";
import type { PlantedBug } from "./planted.ts";
import { cellState, type Gift } from "./state.ts";
import { createWitness } from "./witness.ts";

const currency = "RUB";
const deposit = micros(20_000_000_000n);
const sliceMs = 250;
const longestMs = 400_000;
const faultsOfSeed = 3;
/** Every n-th seed has up to 50 nodes; the others 5 to 9. */
const largeEvery = 40;

/**
 * Plays one seed: players at crash and dice, with gifts to each other, on 5 to 50 nodes and 1 to 8 cells, while three faults happen one after
 * the other. Throws at the first thing that is wrong; the same seed throws it again.
 */
export async function simulateCluster(seed: number, planted?: PlantedBug): Promise<SimulationResult> {
  const shape = chanceOf(seed ^ 0x2545f491);
  const size = seed % largeEvery === 0 ? 20 + shape.below(31) : 5 + shape.below(5);
  const cellCount = shape.happens(50) ? 1 : 2 + shape.below(7);
  const chance = chanceOf(seed);
  const [clock, coverage, trace] = [manualClock(), createCoverage(), createTrace()];
  const transcript: string[] = [];
  const failures: unknown[] = [];
  let faulty = true;
  const note = (text: string) => {
    const line = `${(clock.monotonic() / 1000).toFixed(2)} s  ${text}`;
    trace.add(line);
    transcript.push(line);
  };
  const fail = (error: unknown) => void failures.push(error);
  const wait = (ms: number) => new Promise<void>(resolve => void clock.after(ms, resolve));
  const faults = () => faulty;
  const network = new Network(clock, chance, faults);
  const create = (now: () => number) => cellState(seed, now, planted !== "fence left out");
  const atOnce = planted === "repeat answered without waiting";
  const cells: Cell[] = Array.from(
    { length: cellCount },
    (_, i) => new SimulatedDatabase(`cell ${i + 1}`, { clock, chance }, create, atOnce),
  );
  const house = required(cells[0], "a house");
  const directory = new Directory(clock, () => house.timeline);
  const cellIndex = new Map<PlayerId, number>();
  const sessions = new Map<string, Session>();
  const nodes = new Map<string, ClusterProcess>();
  const bus = new SimulatedBus(network);
  const frozenUntil = new Map<string, number>();
  const isAwake = ({ name }: ClusterProcess) => (frozenUntil.get(name) ?? 0) <= clock.monotonic();
  const isOnBus = (node: string) => bus.isUp && !network.isCut(node, "bus");
  const witness = createWitness({ clock, isOnBus, fail });
  const world = {
    clock,
    chance,
    coverage,
    // Leaders that lose their database say so; a failpoint of one node is the fault "node killed".
    faults: () => false,
    note,
    network,
    bus,
    cells,
    cellOf: (player: PlayerId) => cellIndex.get(player) ?? 0,
    directory,
    nodes,
    sessions,
    witness,
    planted,
  };
  let [started, killed] = [0, 0];
  const ready = new Set<ClusterProcess>();

  async function start(secrets: readonly string[]): Promise<ClusterProcess> {
    for (;;) {
      const node = openNode(world, `node ${++started}`, secrets);
      nodes.set(node.name, node);
      try {
        await node.start();
        ready.add(node);
        return node;
      } catch (error) {
        // The database confirms nothing at this moment: a service manager starts the process again.
        if (!(error instanceof Failure && error.error.code === unavailable.code)) throw error;
        note(`${node.name} could not start`);
        node.kill();
        remove(node);
        await wait(1_000);
      }
    }
  }
  const alive = () => [...ready].filter(node => node.alive());
  const remove = (node: ClusterProcess) => {
    ready.delete(node);
    nodes.delete(node.name);
    if (house.isUp) house.unlock(node.name);
  };
  const field: Field = {
    ...world,
    secrets: [`a secret of the cluster, seed ${seed}`.padEnd(32, ".")],
    alive,
    leader: () => alive().find(node => node.leads()),
    stateOfRound: async () => (await house.state.crash.openRound())?.state,
    wait,
    freeze(node, ms) {
      frozenUntil.set(node.name, clock.monotonic() + ms);
      node.sleep(ms);
    },
    kill(node) {
      killed += 1;
      node.kill();
      remove(node);
      void start(field.secrets).catch(fail);
    },
    async restartAll(secrets) {
      for (const node of alive()) {
        ready.delete(node);
        await Promise.race([node.stop(), wait(15_000)]);
        node.kill();
        remove(node);
        await start(secrets);
        await wait(200);
      }
    },
    async promote(cell) {
      witness.mute(true);
      for (let gone = await cell.promote(); ; gone = await cell.promote()) {
        if (gone !== undefined) {
          if (gone > 0) coverage.count("promotion without what nobody confirmed");
          break;
        }
        await wait(500);
      }
      witness.mute(false);
      if (cell === house) directory.clear();
    },
  };

  const people = await register();
  await Promise.all(Array.from({ length: size }, () => start(field.secrets)).map(each => advancing(each)));
  const books = new Map(cells.map(cell => [cell, { timeline: 1, of: createBooks(cell.state.wallet) }]));

  const acked = new Map<Uuid, { readonly player: PlayerId; readonly id: string; readonly stake: string }>();
  const cashedOut = new Map<string, string>();
  let playing = people.length;
  const silent = { coverage, note, chance, clock, faults, fail };
  for (const session of people) {
    const answered = (name: string, answer: CallResponse) => {
      trace.add(`${clock.monotonic()} ${name} ${answer.status} ${answer.text}`);
      if (answer.status >= 300 || !name.startsWith("POST")) return;
      const { data } = JSON.parse(answer.text);
      if (name.endsWith("/cash-out")) cashedOut.set(data.id, data.payout);
    };
    const client = createClient(
      { ...silent, answered, processes: () => alive() as unknown as readonly ServerProcess[] },
      session,
    );
    const asking = {
      async ask(request: Parameters<typeof client.ask>[0], key: Uuid = chance.uuid()) {
        const answer = await client.ask(request, key);
        if (answer?.status === 201) {
          const { data } = JSON.parse(answer.text);
          acked.set(key, { player: session.player, id: data.id, stake: data.stake });
        }
        return answer;
      },
    };
    void play(session, asking)
      .catch(fail)
      .finally(() => playing--);
  }

  let misfortune = true;
  void (async () => {
    await wait(3_000 + chance.below(6_000));
    for (let i = 0; i < faultsOfSeed; i++) {
      // In turn, so that each comes equally often, and next to others in each turn.
      const turn = seed + i * (1 + Math.floor(seed / clusterFaults.length));
      const fault = required(clusterFaults[turn % clusterFaults.length], "a fault");
      if (fault.name === "CLUSTER_SECRET changed" && size > 9) continue;
      coverage.count(fault.name);
      note(fault.name);
      await fault.run(field);
      await wait(chance.below(6_000));
    }
    misfortune = false;
  })().catch(fail);
  void runJobs().catch(fail);

  while (playing > 0 || misfortune) {
    await clock.advance(sliceMs);
    check();
    invariant(clock.monotonic() < longestMs, "players still wait for an answer");
  }
  faulty = false;
  await comeToAnEnd();
  await checkEnd();
  return {
    seed,
    bets: [...books.values()].reduce((sum, { of }) => sum + of.bets(), 0),
    killed,
    transfers: cells.reduce((sum, { state }) => sum + state.wallet.transfers.length, 0),
    transcript,
    trace: trace.sum,
    coverage: [...coverage.counts],
  };

  /** Starts of nodes take virtual time. */
  async function advancing<T>(work: Promise<T>): Promise<T> {
    let done = false;
    void work.finally(() => {
      done = true;
    });
    while (!done) await clock.advance(20);
    return work;
  }

  async function register(): Promise<Session[]> {
    const made: Session[] = [];
    for (let i = 0; i < 6; i++) {
      const player = chance.uuid() as string as PlayerId;
      cellIndex.set(player, chance.below(cellCount));
      const cell = required(cells[world.cellOf(player)], "a cell");
      const serverSeed = chance.bytes(32);
      const reference = chance.uuid();
      const session: Session = { id: chance.uuid(), player, currency, test: false };
      const opened = cell.run(
        async ({ wallet }) => {
          wallet.setPair(player, new SeedPair({ number: 1, serverSeed, clientSeed: `client-${i}`, nonce: 0 }));
          await wallet.open(modelTx, player, currency);
          const paid = { owner: player, currency, amount: deposit, kind: "deposit", reference } as const;
          await wallet.credit(modelTx, { ...paid, from: depositsClearing("sandbox") });
        },
        () => false,
      );
      await advancing(opened);
      sessions.set(player, session);
      made.push(session);
    }
    return made;
  }

  async function play(session: Session, client: { ask: ReturnType<typeof createClient>["ask"] }): Promise<void> {
    const needs = { chance, client, wait, done: () => undefined };
    for (let i = 0; i < 5; i++) {
      await wait(chance.below(5_000));
      if (chance.happens(25)) await give(session);
      if (chance.happens(50)) void give(session).catch(fail);
      await gameTesting[chance.happens(60) ? "crash" : "dice"].play(needs);
    }
  }

  /** Repeated under the same id at any node until it is known. */
  async function give({ player: from }: Session): Promise<void> {
    const to = required(people[chance.below(people.length)], "a player").player;
    if (to === from) return;
    const gift: Gift = { id: chance.uuid(), from, to, amount: micros(BigInt(1 + chance.below(50)) * 1_000_000n) };
    coverage.count(world.cellOf(from) === world.cellOf(to) ? "gift within a cell" : "gift between cells");
    for (let tries = 0; tries < 30; tries++) {
      const [node] = chance.some(1, alive().length).map(index => alive()[index]);
      const done = await Promise.race([
        node?.work.gifts.give(gift).catch(() => undefined),
        wait(6_000).then(() => undefined),
      ]);
      if (done !== undefined) return;
      await wait(500);
    }
  }

  /** Jobs of any node: gifts that are under way, cells that were away. */
  async function runJobs(): Promise<void> {
    for (;;) {
      await wait(700);
      const list = alive();
      const node = list[chance.below(Math.max(1, list.length))];
      if (!node) continue;
      const jobs = [...cells.map(cell => node.work.gifts.deliver(cell)), node.work.sweepAbsent()];
      const quietly = jobs.map(job => job.catch(() => undefined));
      await Promise.race([Promise.all(quietly), wait(8_000)]);
    }
  }

  function check(): void {
    if (failures.length > 0) throw failures[0];
    for (const [cell, known] of books) {
      if (!cell.isUp) continue;
      if (known.timeline !== cell.timeline)
        books.set(cell, { timeline: cell.timeline, of: createBooks(cell.state.wallet) });
      books.get(cell)?.of.check();
    }
    for (const node of alive())
      invariant(!node.unfit()?.includes("went back"), `${node.name} was halted: ${node.unfit()}`);
    witness.checkEvents(
      alive()
        .filter(node => isOnBus(node.name) && isAwake(node))
        .map(({ name, epoch }) => ({ name, epoch: epoch() })),
      bus.isUp && house.isUp,
    );
  }

  /** From here on nothing fails: all rounds end, and nothing stays under way. */
  async function comeToAnEnd(): Promise<void> {
    const isOpen = () =>
      cells.some(({ state }) => state.outbox.size > 0) ||
      [...books.values()].some(({ of }) =>
        [...of.accounts].some(([name, sum]) => name.startsWith("in play:") && sum !== 0n),
      );
    const limit = clock.monotonic() + 400_000;
    do {
      await clock.advance(sliceMs * 8);
      check();
      if (clock.monotonic() > limit) break;
    } while (isOpen());
    await clock.advance(9_000);
    check();
  }

  async function checkEnd(): Promise<void> {
    let transit = 0n;
    for (const [cell, { of }] of books) {
      for (const [name, sum] of of.accounts) {
        invariant(
          !name.startsWith("in play:") || sum === 0n,
          `${cell.name}: ${name} holds ${sum} although no bet can be open`,
        );
      }
      transit += of.accounts.get(`corrections ${currency}`) ?? 0n;
      invariant(cell.state.outbox.size === 0, `${cell.name} has gifts that never arrived`);
    }
    invariant(transit === 0n, `${transit} is in transit although no gift is`);
    for (const { player } of people) {
      const cell = required(cells[world.cellOf(player)], "a cell");
      const [balance] = await cell.state.wallet.balances(player);
      invariant(
        balance?.real === books.get(cell)?.of.real(player, currency),
        "a balance is another than its transfers",
      );
    }
    for (const [key, { player, id, stake }] of acked) {
      const bet = await required(cells[world.cellOf(player)], "a cell").state.wallet.bet(player, key);
      invariant(bet, `a bet that was confirmed is lost: ${id} over ${stake}`);
      const paid = cashedOut.get(id);
      const isPaid = paid === undefined || bet.payout === BigInt(Math.round(Number(paid) * 1_000_000));
      invariant(isPaid, `a cash-out that was confirmed is lost: ${id}, ${paid}`);
    }
    coverage.count("confirmed bets compared");
  }
}
