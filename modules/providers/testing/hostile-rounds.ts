import { formatAmount } from "#kit/money/amount.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import type { StatementLine } from "../shared/provider-calls.ts";
import type { WalletCallName } from "../shared/wallet-calls.ts";
import type { Decision } from "./simulated-provider.ts";
import { type Playing, type TestProviders, uuid } from "./test-providers.ts";

/** What a hostile run has done, and the balances as its provider knows them. */
export interface HostileRun {
  readonly calls: number;
  readonly refused: Readonly<Record<string, number>>;
  /** The balance that each player should have by what the provider was answered, micro-units. */
  readonly expected: ReadonlyMap<string, bigint>;
}

type Bet = ReturnType<Playing["bet"]>;
type Win = ReturnType<Playing["win"]>;

/**
 * A provider whose network loses, doubles, delays and reorders, and which tries what a thief would: it plays `rounds` rounds of these
 * players and delivers every late message in the end. All from one seed.
 */
export async function playHostile(
  { simulated, host }: Pick<TestProviders, "simulated" | "host">,
  players: readonly Playing[],
  rounds: number,
  seed: string,
): Promise<HostileRun> {
  const random = seededRandom(seed);
  const chance = () => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32;
  const late: (() => Promise<unknown>)[] = [];
  const expected = new Map<string, bigint>();
  const refused: Record<string, number> = {};
  const txs = new Map<string, StatementLine>();
  let calls = 0;

  async function deliver(name: WalletCallName, body: object, headers?: Record<string, string>) {
    calls += 1;
    const decision = await simulated.call(name, body, headers);
    if (decision && decision.status !== "ok") refused[decision.status] = (refused[decision.status] ?? 0) + 1;
    return decision;
  }

  /** One sending over the bad network; undefined is an unknown outcome. */
  async function send(name: WalletCallName, body: object): Promise<Decision | undefined> {
    const at = chance();
    if (at < 0.06) return undefined;
    if (at < 0.12) return void (await deliver(name, body));
    if (at < 0.18) return void late.push(() => deliver(name, body));
    if (at < 0.26) return (await Promise.all([deliver(name, body), deliver(name, body)]))[0];
    if (at < 0.3) late.push(() => deliver(name, body));
    return deliver(name, body);
  }

  async function until(name: WalletCallName, body: object): Promise<Decision> {
    for (;;) {
      const decision = await send(name, body);
      if (decision) return decision;
    }
  }

  function add(player: string, by: bigint) {
    expected.set(player, (expected.get(player) ?? 0n) + by);
  }

  function say(kind: StatementLine["kind"], body: Bet | Win, state: StatementLine["state"], ref?: string) {
    const { tx, round, game, player, currency } = body as unknown as StatementLine;
    const amount = kind === "rollback" ? "0" : String(body.amount);
    const at = new Date(host.clock.now()).toISOString();
    txs.set(`${player}/${tx}`, { tx, kind, round, game, player, currency, amount, state, at, ...(ref && { ref }) });
  }

  async function rollBack(person: Playing, bet: Bet): Promise<void> {
    const back = person.rollback(bet);
    const decision = await until("rollback", back);
    say("rollback", back as unknown as Win, decision.status === "ok" ? "ok" : "refused", bet.tx);
    say("bet", bet, decision.status === "ok" ? "rolled_back" : "ok");
    if (decision.status !== "ok") throw new Error(`a rollback got ${decision.status}`);
  }

  /** A bet, and a second one in a fifth of the rounds; then a win, or two. */
  async function round(person: Playing): Promise<void> {
    if (chance() < 0.05) await early(person);
    const amount = chance() < 0.9 ? "1" : "5";
    const bet = person.bet({ amount, base: amount });
    const first = await send("bet", bet);
    if (!first) return rollBack(person, bet);
    say("bet", bet, first.status === "ok" ? "ok" : "refused");
    if (first.status !== "ok") return;
    if (chance() < 0.1) await thieve(person, bet);
    let staked = BigInt(amount);
    if (chance() < 0.2) {
      const double = person.bet({ amount, base: amount, round: bet.round });
      const second = await send("bet", double);
      if (!second) await rollBack(person, double);
      else say("bet", double, second.status === "ok" ? "ok" : "refused");
      if (second?.status === "ok") staked += BigInt(amount);
    }
    const sum = chance() < 0.6 ? 0n : BigInt(Math.floor(chance() * 4_000_000));
    add(person.player, sum - staked * 1_000_000n);
    if (chance() < 0.15) {
      const part = person.win(bet.round, "0.5", { close: false });
      await until("win", part);
      say("win", part, "ok");
      add(person.player, 500_000n);
    }
    const win = person.win(bet.round, formatAmount(sum));
    const paid = await until("win", win);
    say("win", win, "ok");
    if (paid.status !== "ok") throw new Error(`a win got ${paid.status}`);
    if (chance() < 0.1) await after(person, bet, win);
  }

  /** Before its bet: a win, then a rollback. */
  async function early(person: Playing): Promise<void> {
    const bet = person.bet();
    await deliver("win", person.win(bet.round, "1000"));
    await rollBack(person, bet);
    if ((await deliver("bet", bet))?.status !== "rolled_back") throw new Error("a bet came after its rollback");
  }

  /** While a round is open: somebody else's, in other money, too much, under a wrong signature. */
  async function thieve(person: Playing, bet: Bet): Promise<void> {
    const other = players[Math.floor(chance() * players.length)] ?? person;
    const tries: [WalletCallName, object, Record<string, string>?][] = [
      ["win", { ...person.win(bet.round, "1"), currency: "EUR" }],
      ["win", person.win(bet.round, "500.000001")],
      ["win", { ...person.win(bet.round, "1"), tx: bet.tx }],
      ["win", person.win(uuid(), "5")],
      ["win", person.win(bet.round, "5"), { "x-signature": "f".repeat(64) }],
      ["win", person.win(bet.round, "5"), { "x-timestamp": `${Math.floor(host.clock.now() / 1000) - 400}` }],
      ["bet", person.bet({ session: "B".repeat(32) })],
      [
        "bet",
        {
          ...person.bet({ round: bet.round }),
          tx: bet.tx,
          ...(bet.amount === "5" ? { amount: "1", base: "1" } : { amount: "5", base: "5" }),
        },
      ],
    ];
    if (other !== person) tries.push(["win", { ...other.win(bet.round, "5") }]);
    for (const [name, body, headers] of tries)
      if ((await deliver(name, body, headers))?.status === "ok")
        throw new Error(`${name} was taken: ${JSON.stringify(body)}`);
  }

  /** When it has ended: paid again, taken back, conflicting. */
  async function after(person: Playing, bet: Bet, win: Win): Promise<void> {
    for (const [name, body] of [
      ["win", person.win(bet.round, "5")],
      ["win", { ...win, amount: "9" }],
      ["rollback", person.rollback(bet)],
      ["bet", person.bet({ round: bet.round })],
    ] as const)
      if ((await deliver(name, body))?.status === "ok") throw new Error(`${name} was taken after the end`);
  }

  const each = Math.ceil(rounds / players.length);
  await Promise.all(
    players.map(async person => {
      for (let n = 0; n < each; n++) {
        await round(person);
        const message = chance() < 0.2 ? late.splice(Math.floor(chance() * late.length), 1)[0] : undefined;
        await message?.();
        await host.clock.advance(20);
      }
    }),
  );
  for (const message of late) await message();
  for (const line of txs.values()) simulated.lines.push(line);
  return { calls, refused, expected };
}
