import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { RequestKind } from "#modules/approvals/server/index.ts";
import { type Attribution, createAttribution } from "#modules/attribution/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { account, depositsClearing, gameNumbers, payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { type Person, type TestCounter, testCounter } from "#modules/payments/testing/test-counter.ts";
import { createProjections, type Projections } from "#modules/projections/server/index.ts";
import { auditBooks, type Wallet } from "#modules/wallet/server/index.ts";
import { diceBet } from "#modules/wallet/testing/test-bets.ts";
import { createPartners, type Partners, partnerInvariants } from "../server/index.ts";
import type { Plan } from "../shared/plan.ts";

/** A cashier, games at an edge of 1 %, and partners whose requests two people decide at once. */
/** More than any test has. */
const first = { after: null, limit: 1000 } as const;

export interface TestPartners {
  readonly counter: TestCounter;
  readonly partners: Partners;
  /** Players of verification level 0; all others have level 1. */
  readonly unverified: Set<PlayerId>;
  /** A partner's network: what it received, and what it answers next. */
  readonly network: TestNetwork;
  /** Registers an account that applies with this code, and gives it a plan. */
  partner(
    code: string,
    plan: Plan,
    more?: { readonly fpp?: string; readonly invitedBy?: string },
  ): Promise<Person & { readonly partner: Uuid }>;
  /** Registers by a partner's link. */
  guest(source: object, currency?: Currency): Promise<Person>;
  /** Everybody has an address of their own until then. */
  signsInFrom(person: Person, ip: string): Promise<void>;
  deposit(person: Person, amount: string): Promise<string>;
  /** As two operators refund it: a part of what was deposited leaves. */
  refund(person: Person, amount: string): Promise<void>;
  /** `repaid`: the balance repays it at once. */
  recall(payment: string, amount: string, more?: { readonly repaid: boolean }): Promise<void>;
  play(person: Person, stake: string, payout?: string, game?: "crash" | "duels"): Promise<void>;
  /** Decides a request of this kind as another person. */
  decide(kind: string, payload: object): Promise<void>;
  /** To the third day of the next month; every month before it is closed. */
  nextMonth(): Promise<void>;
  run(job: string): Promise<void>;
  call(who: Person, name: string, body?: object, key?: string): ReturnType<TestCounter["api"]["call"]>;
  /** Invariants of the books and of partners hold, and every closed month is computed again with its hash. */
  expectAudit(): Promise<void>;
  close(): Promise<void>;
}

/** Answers 204 unless a status or a failure is waiting. */
export interface TestNetwork {
  readonly answers: (number | Error)[];
  readonly received: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[];
  get(url: string, headers: Readonly<Record<string, string>>): Promise<number>;
}

export async function testPartners(): Promise<TestPartners> {
  let wallet!: Wallet;
  let projections!: Projections;
  let partners!: Partners;
  let attribution!: Attribution;
  const kinds = new Map<string, RequestKind>();
  const network: TestNetwork = {
    answers: [],
    received: [],
    async get(url, headers) {
      network.received.push({ url, headers });
      const answer = network.answers.shift() ?? 204;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const unverified = new Set<PlayerId>();
  const deposited = new Set<PlayerId>();
  const counter = await testCounter({
    modules: ["partners"],
    more: ({ host, accounts, wallet: own }) => {
      wallet = own;
      attribution = createAttribution(host, { accounts });
      projections = createProjections(host, {
        testPlayers: async () => [],
        returnedOf: () => ({ numerator: 99n, denominator: 100n }),
      });
      const asked = { id: randomUUID() as Uuid, expiresAt: new Date(0), isNew: true };
      partners = createPartners(host, {
        accounts,
        approvals: { register: kind => void kinds.set(kind.kind, kind), ask: async () => asked },
        attribution,
        audit: createAudit(host),
        projections,
        verification: { levelOf: async (_on, player) => (unverified.has(player) ? 0 : 1) },
        wallet,
        feeGames: new Set([gameNumbers.duels]),
        haveDeposited: async (_on, players) => new Set(players.filter(player => deposited.has(player))),
        get: (url, headers) => network.get(url, headers),
      });
      return [attribution, projections, partners];
    },
  });
  const { host } = counter;
  let bets = 0x5000;
  let addresses = 0;

  const call: TestPartners["call"] = (who, name, body, key = randomUUID()) =>
    counter.api.call(name, { token: who.token, ...(body && { body }), headers: { "idempotency-key": key } });

  const decide: TestPartners["decide"] = async (name, payload) => {
    const kind = required(kinds.get(name), name);
    const request = {
      id: randomUUID() as Uuid,
      askedBy: randomUUID() as Uuid,
      askedName: "Askar",
      subject: "a subject",
      payload: payload as never,
      reason: "as agreed",
    };
    await host.db.tx(tx =>
      kind.run(tx, request, {
        id: randomUUID() as Uuid,
        name: "Dana",
        role: "finance",
        address: null,
        requestId: null,
      }),
    );
  };

  const run: TestPartners["run"] = async name => {
    await required(
      partners.jobs?.find(job => job.name === name),
      name,
    ).run(undefined);
  };

  const signsInFrom: TestPartners["signsInFrom"] = async ({ id }, ip) => {
    await host.db.query("UPDATE accounts.sessions SET ip = $2 WHERE player_id = $1", [id, ip]);
  };
  async function fromOwnAddress(person: Person): Promise<Person> {
    addresses += 1;
    await signsInFrom(person, `10.1.${addresses >> 8}.${addresses & 255}`);
    return person;
  }

  return {
    counter,
    get partners() {
      return partners;
    },
    unverified,
    network,
    call,
    decide,
    run,
    async partner(code, plan, { fpp = randomUUID(), invitedBy } = {}) {
      const owner = await fromOwnAddress(await counter.person("EUR", { fpp }));
      const body = { code, site: `https://${code}.example`, about: "Reviews of games", currency: "EUR" };
      const apply = invitedBy === undefined ? body : { ...body, invited_by: invitedBy };
      expect((await call(owner, "POST /api/v1/partner", apply)).status).toBe(201);
      const row = required(
        (await partners.list(first)).find(each => each.code === code),
        code,
      );
      await decide("partners.plan", { partner: row.id, plan });
      return { ...owner, partner: row.id };
    },
    guest: async (source, currency = "EUR") => fromOwnAddress(await counter.person(currency, source)),
    signsInFrom,
    async deposit({ id }, amount) {
      const payment = randomUUID();
      deposited.add(id);
      // As a provider reports it: an invoice is not this test's subject.
      await host.db.tx(async tx => {
        await wallet.open(tx, id, "EUR");
        await wallet.credit(tx, {
          owner: id,
          currency: "EUR",
          reference: payment as Uuid,
          amount: parseDecimal(amount),
          kind: "deposit",
          from: depositsClearing("sandbox"),
        });
      });
      return payment;
    },
    async refund({ id: owner }, amount) {
      const id = randomUUID() as Uuid;
      const kinds = { held: "refund_request", posted: "refund_sent", released: "refund_cancelled" } as const;
      const held = { id, owner, currency: "EUR", amount: parseDecimal(amount), kinds, expiresAt: null } as const;
      await host.db.tx(async tx => {
        await wallet.holds.hold(tx, { ...held, account: payoutsClearing("sandbox") });
        await wallet.holds.post(tx, { owner, id }, depositsClearing("sandbox"));
      });
    },
    async recall(payment, amount, { repaid } = { repaid: false }) {
      await host.db.tx(async tx => {
        const { rows } = await tx.query<{ owner: PlayerId }>(
          "SELECT player_id AS owner FROM ledger.transfers WHERE reference = $1",
          [payment],
        );
        const { owner } = required(rows[0], "a deposit");
        const movement = { owner, currency: "EUR", reference: payment as Uuid, amount: parseDecimal(amount) } as const;
        const receivable = account("receivable");
        await wallet.move(tx, {
          ...movement,
          kind: "chargeback",
          from: receivable,
          to: depositsClearing("sandbox"),
        });
        if (repaid)
          await wallet.move(tx, {
            ...movement,
            kind: "chargeback_repaid",
            from: account("player:real"),
            to: receivable,
          });
        const row = [payment, owner, movement.amount, new Date(host.clock.now())];
        await tx.query(
          `INSERT INTO payments.receipts (id, provider, payment_id, player_id, currency, amount, disposition, held, received_at)
           VALUES ($1::uuid, 'sandbox', $1::uuid::text, $2, 'EUR', $3, 'credited', 0, $4)`,
          row,
        );
        await tx.query(
          "INSERT INTO payments.chargebacks (id, receipt_id, player_id, provider, currency, amount, recalled_at) VALUES ($1, $1, $2, 'sandbox', 'EUR', $3, $4)",
          row,
        );
      });
    },
    async play({ id: player }, stake, payout = "0", game = "crash") {
      bets += 1;
      const { draw: _draw, ...bet } = diceBet(player, bets, parseDecimal(stake), 0n, "EUR");
      const answer = await wallet.place({ ...bet, game });
      expect(answer.kind).toBe("accepted");
      await wallet.settle({
        player,
        bet: bet.key,
        result: { kind: "paid", payout: parseDecimal(payout), outcome: null },
      });
      await projections.foldNow([player]);
    },
    async nextMonth() {
      const at = new Date(host.clock.now());
      const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 3, 12);
      await host.clock.advance(next - host.clock.now());
      await counter.fixRates();
      await run("partners-close");
    },
    async expectAudit() {
      expect(await auditBooks(host.db)).toEqual([]);
      expect(await differencesOf(host.db, partnerInvariants)).toEqual([]);
      for (const { id } of await partners.list(first)) expect((await partners.file(id))?.differing).toEqual([]);
    },
    close: () => counter.close(),
  };
}
