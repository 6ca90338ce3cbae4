import { randomUUID } from "node:crypto";
import { type SigningKey, signRequest } from "#kit/http/signed-messages.ts";
import { walletBase } from "#modules/providers/shared/protocol.ts";
import type { WalletCallName } from "#modules/providers/shared/wallet-calls.ts";
import { benchGame, type PlayingNow } from "./bench-provider.ts";
import type { HttpClient } from "./http-client.ts";

/**
 * The mix of 200 calls: each round begins with a bet and ends with one win or one rollback, so there are as many bets as wins and rollbacks.
 * The specification has 45 bets, 45 wins, 5 reads of a balance, 3 rollbacks and 2 bet-wins in 100.
 */
const mix: readonly (readonly [WalletCallName, number])[] = [
  ["bet", 93],
  ["win", 87],
  ["balance", 10],
  ["rollback", 6],
  ["bet-win", 4],
];
const kinds = mix.flatMap(([name, count]) => Array.from({ length: count }, () => name));
/** Coprime to 200: spreads each kind over the second. */
const stride = 73;

export interface ProviderCalls {
  /** Sends the planned call of this number and checks that the wallet accepted it. */
  send(number: number): Promise<void>;
  /** Waits for all calls in flight. */
  settled(): Promise<void>;
  close(): void;
}

interface OpenRound extends PlayingNow {
  readonly round: string;
  /** The transaction id of its bet. */
  readonly tx: string;
}

/** Calls over persistent connections with one call each at a time; a call waits for a free connection, and the wait counts toward its latency. */
export function createProviderCalls(given: {
  readonly clients: readonly HttpClient[];
  readonly playing: readonly PlayingNow[];
  readonly key: SigningKey;
}): ProviderCalls {
  const clients = queueOf(given.clients);
  const idle = queueOf(given.playing);
  const open = queueOf<OpenRound>([]);
  const nonces = new Map<string, number>();
  const inFlight = new Set<Promise<void>>();

  async function call(name: WalletCallName, fields: object): Promise<void> {
    const body = JSON.stringify(fields);
    const path = `${walletBase}/${name}`;
    const client = await clients.take();
    const signed = signRequest(given.key, { method: "POST", path, body }, Date.now());
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const headers = Object.entries(signed).map(([header, value]) => `\r\n${header}: ${value}`);
    const { status, body: answer } = await client.ask(`${head}${headers.join("")}\r\n\r\n${body}`);
    clients.put(client);
    const text = answer.toString();
    if (status !== 200 || !text.startsWith('{"status":"ok"')) throw new Error(`${name}: ${status} ${text}`);
  }

  const named = (player: string, round: string) => ({
    tx: randomUUID(),
    round,
    game: benchGame,
    player,
    currency: "USD",
  });

  function stake({ player, session }: PlayingNow, round: string) {
    const nonce = nonces.get(player) ?? 0;
    nonces.set(player, nonce + 1);
    return { ...named(player, round), session, amount: "1", base: "1", kind: "stake", nonce };
  }

  const calls: Readonly<Record<Exclude<WalletCallName, "authenticate">, (number: number) => Promise<void>>> = {
    async bet() {
      const player = await idle.take();
      const round = randomUUID();
      const body = stake(player, round);
      await call("bet", body);
      open.put({ ...player, round, tx: body.tx });
    },
    async win(number) {
      const { player, session, round } = await open.take();
      await call("win", { ...named(player, round), amount: number % 4 === 0 ? "3.5" : "0", close: true });
      idle.put({ player, session });
    },
    async rollback() {
      const { player, session, round, tx } = await open.take();
      await call("rollback", { ...named(player, round), ref: tx, reason: "timeout" });
      idle.put({ player, session });
    },
    async balance(number) {
      const { player, session } = given.playing[number % given.playing.length] as PlayingNow;
      await call("balance", { game: benchGame, player, session });
    },
    async "bet-win"() {
      const player = await idle.take();
      await call("bet-win", { ...stake(player, randomUUID()), win: "0.5" });
      idle.put(player);
    },
  };

  return {
    send(number) {
      const kind = kinds[(number * stride) % kinds.length] as keyof typeof calls;
      const sent = calls[kind](number);
      const done = sent.catch(() => undefined).then(() => void inFlight.delete(done));
      inFlight.add(done);
      return sent;
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    close() {
      for (const client of given.clients) client.close();
    },
  };
}

interface Queue<T> {
  /** Removes the oldest item, or waits for the next one. */
  take(): Promise<T>;
  put(item: T): void;
}

function queueOf<T>(items: readonly T[]): Queue<T> {
  const free = [...items];
  const waiting: ((item: T) => void)[] = [];
  return {
    take() {
      const [item] = free.splice(0, 1);
      return item === undefined ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve(item);
    },
    put(item) {
      const next = waiting.shift();
      if (next) next(item);
      else free.push(item);
    },
  };
}
