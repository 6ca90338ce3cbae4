import { randomBytes, randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { nobleHashes } from "#kit/fair/noble.ts";
import { checkRequest, type SigningKey, signRequest, signResponse } from "#kit/http/signed-messages.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { casinoAnswer } from "#studio/engine/shared/spin.ts";

/** A casino for tests: a wallet in memory that follows the protocol's rules, and drops the messages it is set to drop. */

export type Fault =
  /** The request never arrives. */
  | "drop"
  /** It is carried out, and its response is lost. */
  | "lose"
  /** It is carried out, and answered after the caller has stopped waiting. */
  | "late"
  /** It is carried out, and the response has no right signature. */
  | "unsigned"
  /** 503 before anything is done. */
  | "busy"
  /** It arrives twice. */
  | "twice";

export interface BookedTx {
  readonly call: string;
  readonly body: string;
  readonly response: string;
}

interface DoubleRound {
  readonly player: string;
  /** Sum of the bets that were not rolled back. */
  bet: bigint;
  readonly bets: Map<string, bigint>;
  won: bigint;
  state: "open" | "closed" | "rolled_back";
}

export interface CasinoDouble {
  readonly url: string;
  readonly key: SigningKey;
  readonly rounds: ReadonlyMap<string, DoubleRound>;
  readonly txs: ReadonlyMap<string, BookedTx>;
  /** Rollbacks of unknown bets. */
  readonly tombstones: ReadonlySet<string>;
  balanceOf(player: string): bigint;
  addPlayer(player: string, micros: bigint): void;
  /** Decides what goes wrong with a call. */
  fault: (call: string) => Fault | undefined;
  /** How a bet is refused; undefined takes it. */
  refuse: (body: Record<string, unknown>) => string | undefined;
  /** Every body and header that came or went, for scans. */
  readonly traffic: string[];
  /** Every call that arrived. */
  readonly calls: { readonly call: string; readonly body: string }[];
  /** @param given the region's profile that the session gets */
  newLaunch(player: string, given?: object): string;
  /** The casino's own seed of a player and game. */
  seedOf(player: string, game: string): Uint8Array;
  /** A signed call to the studio. */
  call(
    studio: string,
    method: "GET" | "POST",
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

const lateMs = 3_500;

export async function startCasinoDouble(currency = "USD"): Promise<CasinoDouble> {
  const key: SigningKey = { id: `k_${randomBytes(6).toString("hex")}`, secret: randomBytes(32).toString("hex") };
  const balances = new Map<string, bigint>();
  const rounds = new Map<string, DoubleRound>();
  const txs = new Map<string, BookedTx>();
  const tombstones = new Set<string>();
  const launches = new Map<string, { readonly player: string; readonly given: object }>();
  const sessions = new Map<string, string>();
  const seeds = new Map<string, Uint8Array>();
  const nonces = new Map<string, number>();
  const traffic: string[] = [];
  const calls: { call: string; body: string }[] = [];
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  const balance = (player: string) => balances.get(player) ?? 0n;
  const move = (player: string, by: bigint) => void balances.set(player, balance(player) + by);
  const stated = (player: string) => formatAmount(balance(player));

  const double: CasinoDouble = {
    url: "",
    key,
    rounds,
    txs,
    tombstones,
    traffic,
    calls,
    fault: () => undefined,
    refuse: () => undefined,
    balanceOf: balance,
    addPlayer: (player, micros) => void balances.set(player, micros),
    newLaunch(player, given = profile) {
      const launch = randomBytes(24).toString("base64url");
      launches.set(launch, { player, given });
      return launch;
    },
    seedOf(player, game) {
      const name = `${player} ${game}`;
      const seed = seeds.get(name) ?? new Uint8Array(randomBytes(32));
      seeds.set(name, seed);
      return seed;
    },
    async call(studio, method, path, given) {
      const body = given ? JSON.stringify(given) : "";
      const full = `/provider/v1${path}`;
      const headers = signRequest(key, { method, path: full, body }, Date.now());
      const response = await fetch(`${studio}${full}`, {
        method,
        headers: { ...headers, ...(given && { "content-type": "application/json" }) },
        ...(given && { body }),
      });
      const text = await response.text();
      traffic.push(text);
      return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
    },
    close: () => app.close(),
  };

  type Body = Record<string, string> & { nonce?: number; close?: boolean };
  const decisions: Readonly<Record<string, (body: Body) => object>> = {
    authenticate(body) {
      const found = launches.get(body.launch ?? "");
      if (!found) return { status: "launch_used" };
      const { player, given } = found;
      launches.delete(body.launch ?? "");
      const session = randomBytes(24).toString("base64url");
      sessions.set(session, player);
      return {
        status: "ok",
        session,
        player,
        nick: "alice",
        currency,
        balance: stated(player),
        country: "KZ",
        profile: given,
        locale: "en",
        limits: { min: "0.10", max: "500", win_cap: "100000" },
        free_rounds: [],
      };
    },
    balance: body => ({ status: "ok", balance: stated(body.player ?? ""), currency }),
    bet(body) {
      const { player = "", round = "", tx = "", game = "", amount = "0" } = body;
      if (tombstones.has(tx)) return { status: "rolled_back" };
      if (sessions.get(body.session ?? "") !== player) return { status: "session_ended" };
      const refused = double.refuse(body);
      if (refused) return { status: refused, balance: stated(player) };
      const stake = parseDecimal(amount);
      if (balance(player) < stake) return { status: "insufficient_funds", balance: stated(player) };
      const nonce = body.nonce;
      // A round of a live table has no nonce, blocks no other, and takes several bets.
      const isExclusive = nonce !== undefined;
      const isOpen = (each: DoubleRound) => each.player === player && each.state === "open";
      if (isExclusive && [...rounds.values()].some(isOpen)) return { status: "round_open" };
      const found = rounds.get(round);
      if (found && found.state !== "open") return { status: "round_closed" };
      const counter = `${player} ${game}`;
      if (nonce !== undefined && nonce <= (nonces.get(counter) ?? -1)) return { status: "nonce_used" };
      if (nonce !== undefined) nonces.set(counter, nonce);
      move(player, -stake);
      const booked: DoubleRound = found ?? { player, bet: 0n, bets: new Map(), won: 0n, state: "open" };
      booked.bet += stake;
      booked.bets.set(tx, stake);
      rounds.set(round, booked);
      const answer =
        nonce === undefined ? undefined : casinoAnswer(nobleHashes, double.seedOf(player, game), game, nonce);
      return { status: "ok", balance: stated(player), used: { real: amount, bonus: "0" }, ...(answer && { answer }) };
    },
    win(body) {
      const found = rounds.get(body.round ?? "");
      if (!found) return { status: "round_unknown" };
      if (found.state !== "open") return { status: "round_closed" };
      const won = parseDecimal(body.amount ?? "0");
      found.won += won;
      found.state = "closed";
      move(found.player, won);
      return { status: "ok", balance: stated(found.player) };
    },
    rollback(body) {
      const { ref = "", round = "", player = "" } = body;
      const found = rounds.get(round);
      const stake = found?.bets.get(ref);
      if (!found || stake === undefined) tombstones.add(ref);
      else if (found.state === "closed") return { status: "already_won" };
      else {
        found.bets.delete(ref);
        found.bet -= stake;
        move(found.player, stake);
        if (found.bets.size === 0) found.state = "rolled_back";
      }
      return { status: "ok", balance: stated(player) };
    },
  };

  function decide(call: string, text: string): string {
    const body = JSON.parse(text) as Body;
    const known = body.tx ? txs.get(body.tx) : undefined;
    if (known) return known.body === text ? known.response : '{"status":"tx_conflict"}';
    const response = JSON.stringify(required(decisions[call], call)(body));
    if (body.tx) txs.set(body.tx, { call, body: text, response });
    return response;
  }

  app.post<{ Params: { call: string } }>("/provider-wallet/v1/:call", async (request, reply) => {
    const { call } = request.params;
    const text = (request.body as Buffer).toString("utf8");
    traffic.push(text);
    calls.push({ call, body: text });
    const signed = { method: "POST", path: request.raw.url ?? "", body: text };
    const check = checkRequest([key], request.headers, signed, Date.now());
    if (!check.ok) return reply.code(401).send({ status: "bad_signature" });
    const fault = double.fault(call);
    if (fault === "drop") return cut(request, reply);
    if (fault === "busy") return reply.code(503).header("retry-after", "1").send({});
    const response = decide(call, text);
    if (fault === "twice") decide(call, text);
    if (fault === "lose") return cut(request, reply);
    if (fault === "late") await new Promise(resolve => setTimeout(resolve, lateMs));
    const signature = signResponse(key, { status: 200, requestSignature: check.signature, body: response }, Date.now());
    const headers = fault === "unsigned" ? { ...signature, "x-signature": toHex(randomBytes(32)) } : signature;
    return reply.headers(headers).type("application/json").send(response);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = required(app.server.address(), "a listening server");
  return Object.assign(double, { url: `http://127.0.0.1:${typeof address === "object" ? address.port : 0}` });
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy();
  return reply.hijack();
}

/** A region without restrictions. */
export const profile = {
  name: "base",
  min_round_ms: 0,
  autoplay: true,
  turbo: true,
  slam_stop: true,
  buy: true,
  gamble: true,
  max_stake: null,
  show_net_position: false,
};

/** A player with commitments made and a client seed set: ready to be launched. */
export async function readyPlayer(casino: CasinoDouble, studio: string, game: string, micros: bigint): Promise<string> {
  const player = randomUUID();
  casino.addPlayer(player, micros);
  await setClientSeed(casino, studio, player, game);
  return player;
}

export async function setClientSeed(casino: CasinoDouble, studio: string, player: string, game: string): Promise<void> {
  const hash = toHex(nobleHashes.sha256(casino.seedOf(player, game)));
  await casino.call(studio, "POST", "/seeds/client", {
    player,
    game,
    client_seed: "brown-fox",
    casino_seed_hash: hash,
    casino_next_seed_hash: hash,
  });
}

export type App = FastifyInstance;
