import type { NodeAsker } from "#kit/cluster/ask-node.ts";
import { answerSnapshots, createPeers, snapshotPath } from "#kit/cluster/bus-peers.ts";
import type { NodeRow } from "#kit/cluster/cluster-store.ts";
import { answerHandedCalls, callPath, createHandOver } from "#kit/cluster/hand-over.ts";
import { type AskHandler, AskRefused } from "#kit/cluster/internal-listener.ts";
import { createLeaderDirectory } from "#kit/cluster/leader-directory.ts";
import { createClusterNode } from "#kit/cluster/node.ts";
import { contractVersion, createAskVerifier, signAsk } from "#kit/cluster/signed-ask.ts";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Db } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createDispatcher, type MountedCall } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import type { LeaderLock } from "#kit/leadership/leader-lock.ts";
import { ChannelDirectory } from "#kit/live/server/channel-directory.ts";
import type { Member } from "#kit/live/server/channel-hub.ts";
import { bytesOf } from "#kit/live/server/frame.ts";
import type { LeaderFrame, Peers } from "#kit/live/server/peers.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { quietMetrics } from "#kit/testing/quiet.ts";
import { testBets } from "#modules/bets/testing/test-bets.ts";
import { socketCaller } from "#modules/engines/instant/testing/test-game.ts";
import { createCrash } from "#modules/games/crash/server/index.ts";
import { createDice } from "#modules/games/dice/server/index.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import type { CallResponse, Mortal, SimulatedWorld } from "../server-process.ts";
import { createMortal } from "../server-process.ts";
import type { SimulatedBus } from "./bus.ts";
import { type Cell, type Witness, walletOverCells } from "./cells.ts";
import { isRepeated, type Statement, Unconfirmed } from "./database.ts";
import type { Directory } from "./directory.ts";
import type { Network } from "./network.ts";
import type { PlantedBug } from "./planted.ts";

/** What the nodes of one cluster share. */
export interface ClusterWorld extends SimulatedWorld {
  readonly network: Network;
  readonly bus: SimulatedBus;
  readonly cells: readonly Cell[];
  readonly cellOf: (player: PlayerId) => number;
  readonly directory: Directory;
  readonly nodes: Map<string, ClusterProcess>;
  /** Sessions are rows of the database. */
  readonly sessions: Map<string, Session>;
  readonly witness: Witness & EventWitness;
  readonly planted: PlantedBug | undefined;
}

/** What is right about events, whatever the nodes believe. */
export interface EventWitness {
  /** A frame left a node. */
  published(node: string, frame: LeaderFrame, epoch: bigint | undefined): void;
  /** A socket got an event or a snapshot. */
  received(node: string, message: { readonly seq?: number; readonly event?: string }): void;
}

export interface ClusterProcess extends Mortal {
  readonly name: string;
  /** The current secret of the cluster first. */
  readonly secrets: readonly string[];
  readonly leads: () => boolean;
  /** That it leads crash under. */
  readonly epoch: () => bigint | undefined;
  readonly unfit: () => string | undefined;
  /** How far its clock is off; milliseconds. */
  clockOffsetMs: number;
  call(name: string, session: Session, request: { key: Uuid; params: object; body: object }): Promise<CallResponse>;
  /** An ask as it arrives at the internal listener. */
  answer(
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number; body: string } | undefined>;
  readonly work: ReturnType<typeof walletOverCells>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const drainMs = 5_000;
/** A statement without an answer is given up after this time, as a batch of a lane. */
const statementMs = 5_000;
const longBefore = 1_800_000;

/** A node: the product's membership, dispatcher, hand-over, live channels, crash and dice, on simulated machines. */
export function openNode(world: ClusterWorld, name: string, secrets: readonly string[]): ClusterProcess {
  const { network, bus, cells, directory: table, chance } = world;
  const mortal = createMortal(world);
  const { clock: own } = mortal.host;
  const machine = { alive: mortal.alive, clock: own };
  const state = { clockOffsetMs: 0 };
  const clock = { ...own, now: () => own.now() + state.clockOffsetMs };
  const house = required(cells[0], "a house");

  /** There and back; rejects when nothing is known after a while. */
  function over<T>(cell: Cell, work: () => Promise<T> | T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!mortal.alive()) return;
      const lost = () => reject(new Failure(unavailable, { retryAfter: 1 }));
      const cancel = own.after(statementMs, lost);
      const back = (answer: () => void) =>
        network.sendTo(cell.name, name, machine, () => {
          cancel();
          answer();
        });
      network.send(name, cell.name, () => {
        Promise.resolve()
          .then(work)
          .then(
            value => back(() => resolve(value)),
            (error: unknown) => back(() => (error instanceof Unconfirmed ? lost() : reject(error))),
          );
      });
    });
  }
  const send = <T>(cell: Cell, statement: Statement<Cell["state"], T>) =>
    over(cell, () => cell.run(statement, isRepeated));
  const within = <T>(ms: number, promise: Promise<T>) =>
    new Promise<T | undefined>(resolve => {
      const cancel = own.after(ms, () => resolve(undefined));
      promise.then(
        value => {
          cancel();
          resolve(value);
        },
        () => undefined,
      );
    });
  const work = walletOverCells({ ...world, send, within });
  const db = {
    query: (text: string, values: readonly unknown[], as?: string) =>
      over(house, () => house.ask(() => table.answer(text, values, as))),
  } as unknown as Db;

  const host = { ...mortal.host, clock, db, random: { bytes: chance.bytes } } as Host;
  const row: NodeRow = {
    name,
    run: name,
    address: `sim://${name}`,
    roles: ["tables"],
    services: [],
    version: "1",
    contract: contractVersion,
    secrets: "same",
    bus: "memory",
  };
  const node = createClusterNode(host, row, { mayLead: true, balanceAfterMs: longBefore });
  const leaders = createLeaderDirectory(host);
  const asker = askerOf(world, name, secrets, { ...machine, clock });
  const peers = watchedPeers(
    createPeers({
      host,
      node,
      directory: leaders,
      asker,
      secrets,
      fanout: bus.connect(name, machine, () => undefined),
    }),
    world,
    name,
    node.epochOf,
  );
  const { wallet } = work;
  const bets = testBets(host);
  const crash = createCrash(
    { ...host, leaderships: node },
    {
      wallet: { ...wallet, history: async () => ({ bets: [], next: null }) } as unknown as WalletModel,
      bets,
      drainMs,
      lock: lockOf(house, name, over),
      sequences: {
        ...house.state.chain,
        prepare: async () => 0,
        nextRound: () => send(house, ({ chain }) => chain.nextRound("crash")),
        open: (_name, round) => send(house, ({ chain }) => chain.open("crash", round)),
        // The statement has revealed it.
        reveal: async (_tx, { round }) => (await send(house, ({ chain }) => chain.facts("crash", round)))?.link ?? "",
        facts: (_name, round) => send(house, ({ chain }) => chain.facts("crash", round)),
      },
      store: work.store,
    },
  );
  const dice = createDice(host, { wallet: wallet as unknown as WalletModel, bets });
  const modules = [crash, dice];
  const authenticate = (token: string) => world.sessions.get(token) ?? null;
  const { calls } = createDispatcher(
    modules.flatMap(({ handlers = [] }) => handlers),
    {
      authenticate,
      limiter: { take: () => 0 },
      handOver: createHandOver({ ...host, node, directory: leaders, asker }),
      clock,
      log: host.log,
      metrics: quietMetrics,
    },
  );
  const byName = new Map<string, MountedCall>(calls.map(call => [call.name, call]));
  const channels = new ChannelDirectory(
    modules.flatMap(({ channels: those = [] }) => those),
    { clock, log: host.log, peers },
  );
  const handlers: Readonly<Record<string, AskHandler>> = {
    [callPath]: answerHandedCalls({ ...host, node, calls, authenticate, newRequestId: () => "request" }),
    [snapshotPath]: answerSnapshots(node, (channel, session) => channels.numberedSnapshot(channel, session)),
  };
  const verifier = createAskVerifier(secrets, name, clock);

  return {
    ...mortal,
    host,
    name,
    secrets,
    work,
    leads: () => node.leads("crash"),
    epoch: () => node.epochOf("crash"),
    unfit: () => node.unfit,
    get clockOffsetMs() {
      return state.clockOffsetMs;
    },
    set clockOffsetMs(ms: number) {
      state.clockOffsetMs = ms;
    },
    async call(callName, session, { key, params, body }) {
      const call = new SocketCall(socketCaller(session.player), key, "request", host.log);
      const mounted = required(byName.get(callName), `no call ${callName}`);
      const { status, text } = await mounted.run(call, { params, query: {}, body });
      return mortal.alive() ? { status, text } : new Promise<never>(() => undefined);
    },
    async answer(path, headers, body) {
      const checked = verifier.check(headers, path, Buffer.from(body));
      if (!checked.ok) return undefined;
      try {
        const answered = await required(handlers[path], "a path of asks")(JSON.parse(body), checked.from);
        return { status: answered.status, body: JSON.stringify(answered.body) };
      } catch (error) {
        if (error instanceof AskRefused) return undefined;
        throw error;
      }
    },
    async start() {
      await node.start();
      for (const module of modules) await module.start?.();
      follow(channels, world, name, own);
    },
    async stop() {
      await Promise.all(modules.map(module => module.drain?.()));
      await Promise.all(modules.map(module => module.stop?.()));
      await node.stop();
      channels.close();
      mortal.kill();
    },
  };
}

/** PostgreSQL's advisory lock, over a connection of its own. */
function lockOf(house: Cell, node: string, over: <T>(cell: Cell, work: () => T) => Promise<T>): LeaderLock {
  return {
    async tryTake() {
      let lost = false;
      const listeners: (() => void)[] = [];
      const onLost = () => {
        lost = true;
        for (const listener of listeners) listener();
      };
      const taken = await over(house, () =>
        house.tryLock(
          "crash",
          node,
          () =>
            void over(house, () => undefined)
              .finally(onLost)
              .catch(() => undefined),
        ),
      );
      if (!taken) return undefined;
      return {
        onLost: listener => void (lost ? listener() : listeners.push(listener)),
        heartbeat: () => over(house, () => house.beat("crash", node)).catch(() => onLost()),
        release: async () => void over(house, () => house.unlock(node)).catch(() => undefined),
      };
    },
    close: async () => undefined,
  };
}

/** Asks as HTTP carries them between nodes. */
function askerOf(
  { network, nodes, chance }: ClusterWorld,
  from: string,
  [secret = ""]: readonly string[],
  machine: Pick<Mortal, "alive"> & Pick<Host, "clock">,
): NodeAsker {
  return {
    ask: ({ node: to }, path, content, withinMs) =>
      new Promise(resolve => {
        const body = JSON.stringify(content);
        const headers = signAsk(secret, {
          from,
          to,
          path,
          body,
          nonce: toHex(chance.bytes(16)),
          atMs: machine.clock.now(),
        });
        const cancel = machine.clock.after(withinMs, () => resolve({ kind: "unknown", reason: "no answer in time" }));
        const back = (result: Parameters<typeof resolve>[0]) =>
          network.sendTo(to, from, machine, () => {
            cancel();
            resolve(result);
          });
        network.send(from, to, () => {
          const other = nodes.get(to);
          if (!other?.alive()) return back({ kind: "not_done", reason: "ECONNREFUSED" });
          other.host.clock.after(0, () =>
            other.answer(path, headers, body).then(
              answer => {
                if (other.alive())
                  back(
                    answer
                      ? { kind: "answered", status: answer.status, body: JSON.parse(answer.body) }
                      : { kind: "not_done", reason: "refused" },
                  );
              },
              () => back({ kind: "unknown", reason: "500" }),
            ),
          );
        });
      }),
    close: () => undefined,
  };
}

/** Every frame that leaves or arrives is shown to the witness. */
function watchedPeers(
  peers: Peers,
  { witness, planted }: ClusterWorld,
  node: string,
  epochOf: Peers["epochOf"],
): Peers {
  let newest = -1n;
  return Object.assign(Object.create(peers) as Peers, {
    sendFrame(channel: string, frame: LeaderFrame) {
      if (channel === "crash") witness.published(node, frame, epochOf("crash"));
      peers.sendFrame(channel, frame);
    },
    onFrame(channel: string, receive: (frame: LeaderFrame) => void) {
      let last = 0;
      peers.onFrame(channel, frame => {
        if (frame.epoch > newest) newest = frame.epoch;
        const isOld = planted === "event of an old epoch delivered" && frame.epoch < newest;
        last = isOld ? last + 1 : (frame.seq ?? last);
        receive(isOld ? { ...frame, epoch: newest, ...(frame.seq !== undefined && { seq: last }) } : frame);
      });
    },
  });
}

/** A guest's page at this node: it takes a new snapshot where a number is missing. */
function follow(
  channels: ChannelDirectory,
  { witness }: ClusterWorld,
  node: string,
  clock: Pick<Host["clock"], "after">,
): void {
  const hub = required(channels.take("crash"), "the channel of crash");
  let last = 0;
  /** What was published while a snapshot was made comes right after it, and may be in it: pages pass over numbers they have had. */
  let isAfterSnapshot = false;
  const member: Member = {
    session: null,
    operator: null,
    write(frame) {
      const message = JSON.parse(textOf(bytesOf(frame))) as { readonly seq?: number; readonly event?: string };
      if (message.seq === undefined || (isAfterSnapshot && message.seq <= last)) return;
      if (message.event === undefined) {
        isAfterSnapshot = true;
        queueMicrotask(() => {
          isAfterSnapshot = false;
        });
      }
      witness.received(node, message);
      const isGap = message.event !== undefined && message.seq > last + 1;
      last = Math.max(last, message.seq);
      if (isGap) clock.after(20, subscribe);
    },
    dropSlow: () => undefined,
  };
  const subscribe = () => void hub.subscribe(member).catch(() => clock.after(1_000, subscribe));
  subscribe();
}

function textOf(frame: Buffer): string {
  const short = (frame[1] ?? 0) & 127;
  return frame.subarray(short < 126 ? 2 : short === 126 ? 4 : 10).toString();
}
