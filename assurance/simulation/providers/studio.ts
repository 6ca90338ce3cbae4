import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { checkResponse, signRequest } from "#kit/http/signed-messages.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { walletBase } from "#modules/providers/shared/protocol.ts";
import { callFaults, faultOf } from "../coverage.ts";
import type { SimulatedWorld } from "../server-process.ts";
import {
  type CasinoProcess,
  key,
  provider,
  type ReceivedAnswer,
  type SentCall,
  type SimulatedCall,
  simulatedCalls,
} from "./casino.ts";

/** A transaction as the provider stores it before it is sent. */
interface Tx {
  readonly id: Uuid;
  readonly kind: SimulatedCall;
  readonly body: Readonly<Record<string, unknown>>;
  /** In micro-units, of a `bet-win` what it wins. */
  readonly amount: bigint;
  readonly stake: bigint;
  readonly nonce: number | undefined;
  /** What the casino has paid of the pot; zero for a win that did not hit it. */
  pot: bigint;
  state: "pending" | "ok" | "refused" | "returned";
}

interface Decision {
  readonly status: string;
  readonly jackpot?: string;
}

/** What a player has in a round. */
export interface Entry {
  readonly round: Uuid;
  readonly game: "slot" | "table";
  readonly player: PlayerId;
  readonly bets: Tx[];
  readonly wins: Tx[];
  readonly grant: Uuid | undefined;
  /** `left`: its player decides, or the casino ends it. */
  state: "betting" | "left" | "drawn" | "voiding" | "ended" | "void";
}

export interface Studio {
  readonly entries: readonly Entry[];
  /** `player/key` of bets that take nothing. */
  readonly freeBets: ReadonlySet<string>;
  /** A spin: at the usual stake, as a bet and its win in one call, or of a grant. */
  spin(player: PlayerId, session: string, how: { readonly inOneCall: boolean; readonly grant?: Uuid }): Promise<void>;
  /** A round of a live table in which these players bet. */
  deal(players: readonly { readonly player: PlayerId; readonly session: string }[]): Promise<void>;
  /** No round of the player's slot is under way. */
  mayRotate(player: PlayerId): boolean;
  /** New seeds are live: nonces begin at 0. */
  rotated(player: PlayerId): void;
  /** The casino ends rounds that stay open. */
  finish(): void;
  /** The provider's process dies; another one continues from what is stored. */
  restart(): void;
  isIdle(): boolean;
}

interface Needs extends SimulatedWorld {
  readonly currencyOf: (player: PlayerId) => Currency;
  readonly processes: () => readonly CasinoProcess[];
  readonly fail: (error: unknown) => void;
  readonly answered: (name: string, answer: ReceivedAnswer) => void;
}

const unit = 1_000_000n;
/** The pot's share of a stake, and its reserve's, in thousandths. */
const potShares = { pot: 8n, reserve: 2n } as const;
/** In percent of the messages. */
const faultPercent = { lost: 4, doubled: 4, late: 8 } as const;
const timeoutMs = 3_000;
const scheduleMs = [0, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
const minuteMs = 60_000;
const windowMs = 8_000;

/** A provider that keeps the seven rules of docs/provider-api.md, over a bad network. */
export function createStudio(needs: Needs): Studio {
  const { clock, chance, coverage, note } = needs;
  const entries: Entry[] = [];
  const freeBets = new Set<string>();
  const first = new Map<string, string>();
  /** Which transaction the casino has given an answer of its seed. */
  const answers = new Map<string, string>();
  /** The next nonce of a player. */
  const nonces = new Map<PlayerId, number>();
  /** Nonces of the live seed that decided a bet. */
  const used = new Map<PlayerId, number[]>();
  let life = 0;
  let underWay = 0;
  for (const name of simulatedCalls) for (const fault of callFaults) coverage.expect(faultOf(name, fault));

  const never = new Promise<never>(() => undefined);
  const wait = (ms: number) => new Promise<void>(resolve => clock.after(ms, resolve));
  /** What a dead process waited for never comes. */
  const living = async <T>(mine: number, answer: Promise<T>): Promise<T> => {
    const known = await answer;
    return mine === life ? known : never;
  };

  function befalls(name: string, fault: (typeof callFaults)[number], percent: number): boolean {
    if (!needs.faults() || !chance.happens(percent)) return false;
    coverage.count(faultOf(name, fault));
    return true;
  }

  const travelMs = (name: string) => chance.below(befalls(name, "late", faultPercent.late) ? 4_000 : 120);

  function carry(name: SimulatedCall, sent: SentCall, onAnswer: (answer: ReceivedAnswer) => void): void {
    clock.after(travelMs(name), () => {
      const open = needs.processes().filter(process => process.alive());
      const process = open[chance.below(Math.max(1, open.length))];
      if (!process || befalls(name, "request lost", faultPercent.lost)) return;
      process
        .call(name, sent)
        .then(answer => {
          needs.answered(name, answer);
          remember(name, sent, answer);
          if (befalls(name, "answer lost", faultPercent.lost)) return;
          clock.after(travelMs(name), () => onAnswer(answer));
        })
        .catch(error => process.alive() && needs.fail(error));
    });
  }

  /** A known `tx` has one response, byte for byte. */
  function remember(name: string, { body }: SentCall, { status, text }: ReceivedAnswer): void {
    invariant(status === 200 || status === 503, `${name} was answered with ${status}: ${text}`);
    if (status !== 200) return;
    const { status: said, answer } = JSON.parse(text) as { status: string; answer?: string };
    if (said === "ok" && answer !== undefined) requireOnce(answer, (JSON.parse(body) as { tx: string }).tx);
    const known = first.get(body);
    invariant(
      known === undefined || known === text || said === "rolled_back",
      `${name} was answered differently:\n${known}\n${text}`,
    );
    first.set(body, text);
  }

  /** Each nonce of a seed is answered for one bet. */
  function requireOnce(answer: string, tx: string): void {
    invariant((answers.get(answer) ?? tx) === tx, "a nonce was answered for two bets");
    answers.set(answer, tx);
  }

  /** Now and then one that has decided a bet: the casino must refuse it. */
  function nextNonce(player: PlayerId): number {
    const [oldest, ...later] = used.get(player) ?? [];
    if (oldest !== undefined && chance.happens(5)) return chance.pick([oldest, ...later]);
    const next = nonces.get(player) ?? 0;
    nonces.set(player, next + 1);
    return next;
  }

  /** A refused bet carried no answer: its nonce is free again, unless a later one is under way. */
  function freeNonce({ player }: Entry, { nonce }: Tx): void {
    if (nonce !== undefined && nonces.get(player) === nonce + 1 && !used.get(player)?.includes(nonce))
      nonces.set(player, nonce);
  }

  /** The signed decision; undefined where the outcome is unknown. */
  function ask({ kind, body }: Pick<Tx, "kind" | "body">): Promise<Decision | undefined> {
    const path = `${walletBase}/${kind}`;
    const text = JSON.stringify(body);
    const headers = signRequest(key, { method: "POST", path, body: text }, clock.now());
    const sent = { path, headers, body: text };
    return new Promise(resolve => {
      clock.after(timeoutMs, () => resolve(undefined));
      const receive = (answer: ReceivedAnswer) => {
        const response = { status: answer.status, requestSignature: headers["x-signature"], body: answer.text };
        const isSigned = checkResponse([key], answer.headers, response, clock.now()).ok;
        resolve(isSigned && answer.status === 200 ? (JSON.parse(answer.text) as Decision) : undefined);
      };
      carry(kind, sent, receive);
      if (befalls(kind, "sent twice", faultPercent.doubled)) carry(kind, sent, receive);
    });
  }

  async function untilAnswered(mine: number, tx: Pick<Tx, "kind" | "body">): Promise<Decision> {
    for (let tries = 0; ; tries++) {
      await living(mine, wait(scheduleMs[tries] ?? minuteMs));
      const said = await living(mine, ask(tx));
      if (said !== undefined) return said;
    }
  }

  const common = ({ round, game, player }: Entry) => ({ round, game, player, currency: needs.currencyOf(player) });
  const major = (amount: bigint) =>
    `${amount / unit}.${(amount % unit).toString().padStart(6, "0")}`.replace(/\.?0+$/, "");

  function newBet(entry: Entry, session: string, stake: bigint, more: object = {}): Tx {
    const id = chance.uuid();
    const amount = entry.grant ? 0n : stake;
    const shares = (stake * (potShares.pot + potShares.reserve)) / 1_000n;
    const named = {
      tx: id,
      ...common(entry),
      session,
      amount: major(amount),
      base: major(stake),
      ...(fillsPot(entry) && { jackpots: [{ pool: "slots", contribution: major(shares) }] }),
    };
    const kind = entry.grant ? { kind: "free", free_grant: entry.grant } : { kind: "stake" };
    const win = (more as { win?: bigint }).win;
    const nonce = entry.game === "slot" && win === undefined ? nextNonce(entry.player) : undefined;
    const body = {
      ...named,
      ...kind,
      ...(win !== undefined && { win: major(win) }),
      ...(nonce !== undefined && { nonce }),
    };
    const tx: Tx = {
      id,
      kind: win === undefined ? "bet" : "bet-win",
      body,
      amount: win ?? 0n,
      stake: amount,
      nonce,
      pot: 0n,
      state: "pending",
    };
    entry.bets.push(tx);
    if (entry.grant) freeBets.add(`${entry.player}/${uuidV5(provider.id, id)}`);
    return tx;
  }

  function newWin(entry: Entry, amount: bigint, close: boolean, hitsPot = false): void {
    const id = chance.uuid();
    const body = { tx: id, ...common(entry), amount: major(amount), close, ...(hitsPot && { jackpot: "slots" }) };
    entry.wins.push({ id, kind: "win", body, amount, stake: 0n, nonce: undefined, pot: 0n, state: "pending" });
  }

  function newEntry(game: Entry["game"], player: PlayerId, round: Uuid, grant?: Uuid): Entry {
    const entry: Entry = { round, game, player, bets: [], wins: [], grant, state: "betting" };
    entries.push(entry);
    return entry;
  }

  /** Asks for a stake: an unknown outcome is rolled back immediately. */
  async function place(mine: number, entry: Entry, tx: Tx): Promise<void> {
    const said = (await living(mine, ask(tx)))?.status;
    if (said === "ok") {
      tx.state = "ok";
      if (tx.nonce !== undefined) used.set(entry.player, [...(used.get(entry.player) ?? []), tx.nonce]);
    } else if (said === undefined) await rollBack(mine, entry, tx);
    else {
      tx.state = "refused";
      freeNonce(entry, tx);
    }
    coverage.count(`${tx.kind}: ${said ?? "unknown"}`);
  }

  async function rollBack(mine: number, entry: Entry, tx: Tx): Promise<void> {
    const body = { tx: chance.uuid(), ...common(entry), ref: tx.id, reason: "timeout" };
    const { status: said } = await untilAnswered(mine, { kind: "rollback", body });
    invariant(
      said === "ok" || (tx.kind === "bet-win" && said === "already_won"),
      `a rollback was answered with ${said}`,
    );
    coverage.count(`rollback of ${tx.kind}: ${said}`);
    tx.state = said === "ok" ? "returned" : "ok";
  }

  /** Goes on with an entry from what is stored, after a restart too. */
  async function goOn(mine: number, entry: Entry): Promise<void> {
    if (entry.state === "betting" || entry.state === "voiding") {
      for (const tx of entry.bets.filter(({ state }) => state === "pending")) await rollBack(mine, entry, tx);
      if (entry.state === "voiding")
        for (const tx of entry.bets.filter(({ state }) => state === "ok")) await rollBack(mine, entry, tx);
      if (!entry.bets.some(({ state }) => state === "ok")) entry.state = "void";
      else if (entry.bets.some(({ kind }) => kind === "bet-win")) entry.state = "ended";
      else draw(entry);
    }
    if (entry.state !== "drawn") return;
    for (const tx of entry.wins.filter(({ state }) => state === "pending")) {
      const { status, jackpot } = await untilAnswered(mine, tx);
      invariant(status === "ok", `a win that is owed was answered with ${status}`);
      tx.state = "ok";
      tx.pot = parseDecimal(jackpot ?? "0");
      if (tx.pot > 0n) coverage.count("pot won");
    }
    entry.state = "ended";
    coverage.count(`${entry.game} round ended${entry.grant ? ": free" : ""}`);
  }

  /** What the round wins: never more than its bets may win; some pay in two parts, and some wait for their player. */
  function draw(entry: Entry): void {
    const standing = entry.bets.filter(({ state }) => state === "ok");
    const staked = standing.reduce((sum, { stake }) => sum + (entry.grant ? unit : stake), 0n);
    const win = (staked * BigInt(chance.below(4))) / 3n;
    if (chance.happens(30)) newWin(entry, win / 2n, false);
    newWin(entry, win - (entry.wins[0]?.amount ?? 0n), true, fillsPot(entry) && chance.happens(20));
    entry.state = chance.happens(10) ? "left" : "drawn";
  }

  function run(entry: Entry, work: (mine: number) => Promise<void>): Promise<void> {
    const mine = life;
    underWay += 1;
    return work(mine)
      .then(() => goOn(mine, entry))
      .catch(needs.fail)
      .finally(() => {
        if (mine === life) underWay -= 1;
      });
  }

  return {
    entries,
    freeBets,
    spin(player, session, { inOneCall, grant }) {
      const entry = newEntry("slot", player, chance.uuid(), grant);
      const stake = grant ? unit : chance.pick([1n, 5n, 20n]) * unit;
      const win = (stake * BigInt(chance.below(5))) / 2n;
      const tx = newBet(entry, session, stake, inOneCall ? { win } : {});
      return run(entry, mine => place(mine, entry, tx));
    },
    async deal(players) {
      const [round, mine] = [chance.uuid(), life];
      // No beacon value within its time: every bet of the round goes back.
      const isVoid = chance.happens(15);
      await Promise.all(
        players.map(({ player, session }) => {
          const entry = newEntry("table", player, round);
          return run(entry, async now => {
            const bets = Array.from({ length: 1 + chance.below(3) }, async () => {
              await living(now, wait(chance.below(windowMs)));
              await place(now, entry, newBet(entry, session, BigInt(1 + chance.below(40)) * unit));
            });
            await Promise.all(bets);
            await living(now, wait(windowMs));
            if (isVoid) entry.state = "voiding";
          });
        }),
      );
      if (mine === life && isVoid) coverage.count("table round void");
    },
    mayRotate: player =>
      entries.every(
        entry => entry.player !== player || entry.game !== "slot" || entry.state === "ended" || entry.state === "void",
      ),
    rotated(player) {
      nonces.set(player, 0);
      used.set(player, []);
    },
    finish() {
      for (const entry of entries.filter(({ state }) => state === "left")) {
        coverage.count("round finished for its player");
        entry.state = "drawn";
        void run(entry, async () => undefined);
      }
    },
    restart() {
      life += 1;
      underWay = 0;
      note("the provider is restarted");
      coverage.count("provider restarted");
      for (const entry of entries)
        if (["betting", "voiding", "drawn"].includes(entry.state)) void run(entry, async () => undefined);
    },
    isIdle: () => underWay === 0 && entries.every(({ state }) => state === "ended" || state === "void"),
  };
}

/** What the casino owes a player, less what it is owed; wins of these grants of free rounds are collected. */
export function owedTo(entries: readonly Entry[], player: PlayerId, collected: ReadonlySet<Uuid> = new Set()): bigint {
  return sumOf(entries.filter(entry => entry.player === player && !(entry.grant && collected.has(entry.grant))));
}

/** What the ended rounds of these players have added to the pot and to its reserve, and what they have won of it. */
export function potOf(entries: readonly Entry[], players: ReadonlySet<PlayerId>) {
  const ended = entries.filter(entry => players.has(entry.player) && entry.state === "ended");
  const staked = ended
    .filter(fillsPot)
    .flatMap(({ bets }) => bets)
    .reduce((sum, { stake, state }) => sum + (state === "ok" ? stake : 0n), 0n);
  const won = ended.flatMap(({ wins }) => wins).reduce((sum, { pot }) => sum + pot, 0n);
  return { added: (staked * (potShares.pot + potShares.reserve)) / 1_000n, won };
}

/** Stakes of spins have a share for the pot; those of free rounds have none. */
const fillsPot = ({ game, grant }: Entry) => game === "slot" && grant === undefined;

/** What the free rounds of a grant have won. */
export function wonOf(entries: readonly Entry[], grant: Uuid): bigint {
  return sumOf(entries.filter(entry => entry.grant === grant));
}

function sumOf(entries: readonly Entry[]): bigint {
  return entries
    .flatMap(({ bets, wins }) => [...bets, ...wins])
    .filter(({ state }) => state === "ok")
    .reduce((sum, { amount, stake, pot }) => sum + amount + pot - stake, 0n);
}

/** Free rounds of a grant that were played. */
export function playedOf(entries: readonly Entry[], grant: Uuid): number {
  return entries.filter(entry => entry.grant === grant && required(entry.bets[0], "a bet").state === "ok").length;
}
