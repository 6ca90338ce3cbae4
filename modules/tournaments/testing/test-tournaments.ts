import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import type { RequestKind } from "#modules/approvals/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { payoutsOf, rouletteRules } from "#modules/games/roulette/shared/rules.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { Notice } from "#modules/notifications/server/index.ts";
import { type Person, type TestCounter, testCounter } from "#modules/payments/testing/test-counter.ts";
import { auditBooks, type Wallet } from "#modules/wallet/server/index.ts";
import { diceBet } from "#modules/wallet/testing/test-bets.ts";
import {
  type BetFacts,
  createTournaments,
  type NewTournament,
  type Tournaments,
  tournamentInvariants,
} from "../server/index.ts";
import { insertTournament, setTournamentState } from "../server/store.ts";
import type { OwnStanding } from "../shared/contract.ts";

/** Tournaments over a real wallet: dice at 1 %, crash at 1 %, a game of a provider at 1 %, roulette at 1 / 37. */

const hourMs = 3_600_000;

export const testFacts: BetFacts = {
  counts: game => ["dice", "crash", "roulette", "provider-100"].includes(game),
  countsProviders: true,
  returnedOf: ({ game }) =>
    game === "roulette" ? { numerator: 36n, denominator: 37n } : { numerator: 99n, denominator: 100n },
  paysAt: ({ game, choice }) => (game === "roulette" ? payoutsOf(rouletteRules.current, choice) : undefined),
};

interface Played {
  readonly stake: string;
  readonly payout?: string;
  readonly currency?: Currency;
  readonly game?: string;
}

export interface TestTournaments {
  readonly counter: TestCounter;
  readonly wallet: Wallet;
  readonly tournaments: Tournaments;
  /** Notices that were given to players. */
  readonly given: readonly Notice[];
  person(units?: string, currency?: Currency): Promise<Person>;
  fund(person: Person, units: string, currency: Currency): Promise<void>;
  /** A published tournament from an hour ago for a day, unless it says otherwise. */
  hold(terms?: Partial<NewTournament> & { readonly startsIn?: number; readonly endsIn?: number }): Promise<string>;
  /** A bet that ends at once. */
  play(person: Person, bet: Played): Promise<void>;
  /** Bets of one player in one spin of the shared table. */
  spin(person: Person, bets: readonly (Played & { readonly chips: Readonly<Record<string, string>> })[]): Promise<void>;
  join(person: Person, id: string): Promise<number>;
  /** Carries out an approved request. */
  approve(kind: string, payload: Json): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as the body of a test's answer.
  board(id: string, person?: Person): Promise<any>;
  /** The person's own line of the board. */
  own(id: string, person: Person): Promise<OwnStanding | null>;
  call(nameAndPath: string, person?: Person): Promise<TestAnswer>;
  /** Score and prize of each line of the board. */
  places(id: string): Promise<readonly (readonly [string, string])[]>;
  /** Player and amount of each prize that was paid. */
  prizesOf(id: string): Promise<readonly (readonly [string, bigint])[]>;
  /** After each test: neither a wallet nor a tournament breaks an invariant. */
  expectRightBooks(): Promise<void>;
}

export async function testTournaments(): Promise<TestTournaments> {
  const kinds = new Map<string, RequestKind>();
  let wallet: Wallet | undefined;
  let tournaments: Tournaments | undefined;
  const given: Notice[] = [];
  const counter = await testCounter({
    modules: ["tournaments"],
    more: ({ host, accounts, wallet: own }) => {
      wallet = own;
      tournaments = createTournaments(host, {
        accounts,
        wallet: own,
        facts: testFacts,
        audit: createAudit(host),
        approvals: {
          register: kind => kinds.set(kind.kind, kind),
          ask: () => Promise.reject(new Error("nothing is asked for here")),
        },
        notices: { give: async (_tx, notice) => void given.push(notice) },
        projections: { onFolded: () => undefined },
      });
      return [tournaments];
    },
  });
  const { host, api } = counter;
  if (!wallet || !tournaments) throw new Error("composed above");
  const books = wallet;
  const all = tournaments;
  let keys = 0x1000;
  let spins = 0n;

  async function place(player: PlayerId, { stake, payout = "0", currency = "USD", game = "dice" }: Played) {
    keys += 1;
    const { draw: _draw, ...bet } = diceBet(player, keys, parseDecimal(stake), 0n, currency);
    const answer = await books.place({ ...bet, game });
    expect(answer.kind).toBe("accepted");
    const result = { kind: "paid", payout: parseDecimal(payout), outcome: null } as const;
    await books.settle({ player, bet: bet.key, result });
  }

  async function fund({ id }: Person, units: string, currency: Currency): Promise<void> {
    await host.db.tx(async tx => {
      await books.open(tx, id, currency);
      const movement = { owner: id, currency, amount: parseDecimal(units), kind: "deposit" } as const;
      await books.credit(tx, { ...movement, reference: randomUUID() as never, from: depositsClearing("sandbox") });
    });
  }

  const call = (nameAndPath: string, person?: Person) => api.call(nameAndPath, person && { token: person.token });
  const board = async (id: string, person?: Person) =>
    (await call(`GET /api/v1/tournaments/${id}/board`, person)).body.data;

  return {
    counter,
    wallet: books,
    tournaments: all,
    given,
    async person(units = "10000", currency = "USD") {
      const found = await counter.person(currency);
      await fund(found, units, currency);
      return found;
    },
    fund,
    async hold({ startsIn = -1, endsIn = 23, ...terms } = {}) {
      const id = randomUUID() as NewTournament["id"];
      const at = (hours: number) => new Date(host.clock.now() + hours * hourMs);
      const tournament: NewTournament = {
        id,
        title: { en: "Long flights", ru: "Долгие полёты", kz: "Ұзақ ұшулар" },
        scoring: "multiplier",
        games: [],
        currency: "USD",
        prizes: [parseDecimal("100"), parseDecimal("50")],
        minStake: parseDecimal("0.1"),
        points: {},
        startsAt: at(startsIn),
        endsAt: at(endsIn),
        ...terms,
      };
      await host.db.tx(async tx => {
        await insertTournament(tx, tournament, "dana", at(0));
        await setTournamentState(tx, id, "published", "olga");
      });
      return id;
    },
    play: (person, bet) => place(person.id, bet),
    async spin({ id: player }, bets) {
      spins += 1n;
      const name = "roulette-1";
      const epoch = await books.takeEpoch(name);
      await books.openBettingWindow(host.db, name, spins, epoch);
      const placed = [];
      for (const { stake, payout = "0", currency = "USD", chips } of bets) {
        keys += 1;
        const { draw: _draw, ...bet } = diceBet(player, keys, parseDecimal(stake), 0n, currency);
        const choice = { chips: Object.entries(chips).map(([spot, on]) => ({ spot, stake: on })) };
        const bettingWindow = { name, round: spins };
        expect((await books.place({ ...bet, game: "roulette", choice, bettingWindow })).kind).toBe("accepted");
        placed.push({ bet: bet.key, payout });
      }
      await books.closeBettingWindow(name, epoch);
      for (const { bet, payout } of placed) {
        const result = { kind: "paid", payout: parseDecimal(payout), outcome: null } as const;
        await books.settle({ player, bet, result, bettingWindow: { name, epoch } });
        await all.foldNow([player]);
      }
    },
    async join({ token }, id) {
      return (await api.call(`POST /api/v1/tournaments/${id}/join`, { token })).status;
    },
    async approve(kind, payload) {
      const by = { id: randomUUID() as never, name: "olga", role: "owner", address: null, requestId: null } as const;
      const request = { id: randomUUID(), kind, subject: "", payload, reason: "a second account", askedName: "dana" };
      await host.db.tx(tx => required(kinds.get(kind), "a registered kind").run(tx, request as never, by));
    },
    board,
    own: async (id, person) => (await board(id, person)).me,
    call,
    async places(id) {
      const { leaderboard } = await board(id);
      return leaderboard.map(({ score, prize }: { score: string; prize: string }) => [score, prize] as const);
    },
    async prizesOf(id) {
      const { rows } = await host.db.query<{ amount: bigint; playerId: string }>(
        `SELECT t.amount, t.player_id AS "playerId" FROM ledger.transfers t JOIN tournaments.prizes p ON p.reference = t.reference
         WHERE p.tournament_id = $1 AND t.kind = 90 ORDER BY p.place`,
        [id],
      );
      return rows.map(({ amount, playerId }) => [playerId, amount] as const);
    },
    async expectRightBooks() {
      expect(await auditBooks(host.db)).toEqual([]);
      expect(await differencesOf(host.db, tournamentInvariants)).toEqual([]);
    },
  };
}
