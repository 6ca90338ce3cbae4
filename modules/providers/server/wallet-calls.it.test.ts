import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#kit/db/db.ts";
import { signRequest } from "#kit/http/signed-messages.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { sessionEnded } from "#modules/accounts/shared/events.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { block } from "#modules/limits/server/index.ts";
import { simulatedGame } from "../testing/simulated-provider.ts";
import { type TestProviders, testProviders, uuid } from "../testing/test-providers.ts";
import { changeProvider, makeKey, revokeKey } from "./index.ts";
import { createSessions } from "./sessions.ts";

const unit = 1_000_000n;
let casino: TestProviders;
beforeAll(async () => {
  casino = await testProviders([
    simulatedGame("altyn", {
      modes: [
        { mode: "base", rtp: "96" },
        { mode: "buy", rtp: "96", buy: "65" },
      ],
    }),
    simulatedGame("pot", { jackpot: { pool: "slots", pot_share: "0.008", reserve_share: "0.002" } }),
    simulatedGame("table", { kind: "live-casino" }),
  ]);
});
afterEach(() => casino.expectBooks());
afterAll(() => casino.close());

describe("a spin", () => {
  test("takes the stake, pays the win, and repeats both byte for byte", async () => {
    const { simulated, playing, real } = casino;
    const kate = await playing(10n * unit);
    const bet = kate.bet();
    const first = await simulated.call("bet", bet);
    expect(first?.body).toEqual({ status: "ok", balance: "9", used: { real: "1", bonus: "0" } });
    const win = kate.win(bet.round, "2.500001");
    expect((await simulated.call("win", win))?.body).toEqual({ status: "ok", balance: "11.500001" });
    expect((await simulated.call("bet", bet))?.text).toBe(first?.text);
    expect((await simulated.call("win", win))?.body).toEqual({ status: "ok", balance: "11.500001" });
    expect(await real(kate.player)).toBe(11_500_001n);
  });

  test("with a nonce carries the casino's answer, the same for a repeat and none for a refusal", async () => {
    const { simulated, playing } = casino;
    const kate = await playing(unit);
    const refused = await simulated.call("bet", kate.bet({ amount: "5", base: "5", nonce: 0 }));
    expect(refused?.body).toEqual({ status: "insufficient_funds", balance: "1" });
    const bet = kate.bet({ nonce: 0 });
    const ok = await simulated.call("bet", bet);
    expect(ok?.body.answer).toMatch(/^[0-9a-f]{32}$/);
    expect((await simulated.call("bet", bet))?.text).toBe(ok?.text);
    await simulated.call("rollback", kate.rollback(bet));
    expect((await simulated.call("bet", kate.bet({ nonce: 0 })))?.status).toBe("nonce_used");
    const next = await simulated.call("bet", kate.bet({ nonce: 1 }));
    expect(next?.body.answer).not.toBe(ok?.body.answer);
  });

  test("in one call is judged as a bet and closed", async () => {
    const { simulated, playing } = casino;
    const kate = await playing(unit);
    const { tx, ...rest } = kate.bet();
    const both = { tx, ...rest, win: "3" };
    expect((await simulated.call("bet-win", both))?.body).toMatchObject({ status: "ok", balance: "3" });
    expect((await simulated.call("bet-win", both))?.body).toMatchObject({ status: "ok", balance: "3" });
    expect((await simulated.call("bet-win", { ...kate.bet(), win: "100.000001" }))?.status).toBe("win_cap");
    expect((await simulated.call("rollback", kate.rollback({ tx, round: rest.round })))?.status).toBe("already_won");
  });

  test("that buys a bonus costs the price of the manifest, and no other", async () => {
    const { simulated, playing } = casino;
    const kate = await playing(100n * unit);
    expect((await simulated.call("bet", kate.bet({ kind: "buy", amount: "64" })))?.status).toBe("stake_out_of_limits");
    expect((await simulated.call("bet", kate.bet({ kind: "buy", amount: "65" })))?.body).toMatchObject({
      balance: "35",
    });
  });

  test("that hits the pot is paid what is in it, once", async () => {
    const { simulated, playing, host } = casino;
    await host.db.query("UPDATE wallet.pots SET seed = 0");
    const kate = await playing(10n * unit, "pot");
    const jackpots = [{ pool: "slots", contribution: "0.05" }];
    const first = kate.bet({ amount: "5", base: "5", jackpots });
    await simulated.call("bet", first);
    await simulated.call("win", kate.win(first.round, "0"));
    const second = kate.bet({ amount: "5", base: "5", jackpots });
    await simulated.call("bet", second);
    const hit = kate.win(second.round, "0", { jackpot: "slots" });
    expect((await simulated.call("win", hit))?.body).toEqual({ status: "ok", balance: "0.04", jackpot: "0.04" });
    expect((await simulated.call("win", hit))?.body).toEqual({ status: "ok", balance: "0.04", jackpot: "0.04" });
    const without = await playing(unit, "altyn");
    const plain = without.bet();
    await simulated.call("bet", plain);
    expect((await simulated.call("win", without.win(plain.round, "0", { jackpot: "slots" })))?.status).toBe("over_cap");
    expect((await simulated.call("bet", kate.bet({ amount: "0.10", base: "0.10" })))?.status).toBe(
      "stake_out_of_limits",
    );
  });
});

describe("a process that dies", () => {
  test.each(["providers.call.checked", "providers.call.decided", "wallet.place.committed", "wallet.settle.committed"])(
    "at %s answers nothing; the repeated call is decided once, and a rollback returns what was taken",
    async failpoint => {
      const { simulated, playing, real, host } = casino;
      const kate = await playing(10n * unit);
      const dies = (name: string) =>
        host.failpoints.arm(name, () => {
          throw new Error("a fault of the test");
        });
      const [bet, taken] = [kate.bet(), kate.bet()];
      const win = kate.win(bet.round, "3");
      const calls = [
        ["bet", bet],
        ["win", win],
        ["bet", taken],
        ["rollback", kate.rollback(taken)],
      ] as const;
      for (const [name, body] of calls) {
        if (failpoint.startsWith("providers.")) {
          dies(failpoint);
          expect(await simulated.call(name, body)).toBeUndefined();
        } else dies(failpoint);
        expect((await simulated.call(name, body))?.status).toBe("ok");
      }
      expect(await real(kate.player)).toBe(12n * unit);
      await casino.expectBooks();
    },
  );
});

describe("bonus money", () => {
  const give = (player: PlayerId, n: number) =>
    casino.host.db.tx(tx =>
      casino.wallet.grants.give(tx, {
        id: uuid(),
        player,
        currency: "USD",
        account: bonusCost("deposit"),
        amount: micros(20n * unit),
        target: micros(200n * unit),
        maxBet: micros(5n * unit),
        games: n === 0 ? ["slots", "tables"] : ["dice"],
        until: new Date(casino.host.clock.now() + 3_600_000),
      }),
    );

  test("is in the balance that a game receives, and `used` says which money it was", async () => {
    const { simulated, playing } = casino;
    const kate = await playing(unit);
    expect(await give(kate.player, 0)).toBe(true);
    const session = { session: kate.session, player: kate.player, game: "altyn" };
    expect((await simulated.call("balance", session))?.body).toMatchObject({ balance: "21" });
    const bet = kate.bet({ amount: "5", base: "5" });
    const first = await simulated.call("bet", bet);
    expect(first?.body).toEqual({ status: "ok", balance: "16", used: { real: "1", bonus: "4" } });
    expect((await simulated.call("win", kate.win(bet.round, "10")))?.body).toEqual({ status: "ok", balance: "26" });
    expect((await simulated.call("bet", bet))?.text).toBe(first?.text);
    const { rows } = await casino.host.db.query(
      "SELECT real, bonus, wager_left AS left FROM wallet.wallets WHERE player_id = $1 AND currency = 'USD'",
      [kate.player],
    );
    expect(rows).toEqual([{ real: 2n * unit, bonus: 24n * unit, left: 195n * unit }]);
  });

  test("over the maximum bet is not offered, and comes back as it was", async () => {
    const { simulated, playing } = casino;
    const kate = await playing(unit);
    await give(kate.player, 0);
    expect((await simulated.call("bet", kate.bet({ kind: "buy", amount: "6.5", base: "0.10" })))?.body).toEqual({
      status: "stake_out_of_limits",
      balance: "1",
    });
    const bet = kate.bet({ amount: "5", base: "5" });
    await simulated.call("bet", bet);
    expect((await simulated.call("rollback", kate.rollback(bet)))?.body).toMatchObject({ status: "ok", balance: "21" });
    expect(await casino.real(kate.player)).toBe(unit);
  });

  test("of a bonus for other games is neither shown nor taken", async () => {
    const { simulated, playing } = casino;
    const kate = await playing(unit);
    await give(kate.player, 1);
    const session = { session: kate.session, player: kate.player, game: "altyn" };
    expect((await simulated.call("balance", session))?.body).toMatchObject({ balance: "1" });
    expect((await simulated.call("bet", kate.bet({ amount: "5", base: "5" })))?.body).toEqual({
      status: "insufficient_funds",
      balance: "1",
    });
  });
});

describe("player protection", () => {
  test("stops a stake and never a win or a rollback", async () => {
    const { simulated, playing, host } = casino;
    const kate = await playing(10n * unit);
    const won = kate.bet();
    const back = kate.bet({ round: won.round });
    const taken = await simulated.call("bet", won);
    await host.db.tx(tx => block(tx, kate.player, new Date(host.clock.now() + 3_600_000)));
    expect((await simulated.call("bet", back))?.status).toBe("player_blocked");
    expect((await simulated.call("rollback", kate.rollback(back)))?.status).toBe("ok");
    casino.closed.add("KZ");
    await host.db.tx(tx => changeProvider(casino.providers.registry, tx, casino.provider().id, { isOn: false }));
    expect((await simulated.call("bet", won))?.text).toBe(taken?.text);
    expect((await simulated.call("win", kate.win(won.round, "7")))?.body).toEqual({ status: "ok", balance: "16" });
    await host.db.tx(tx => changeProvider(casino.providers.registry, tx, casino.provider().id, { isOn: true }));
    casino.closed.clear();
  });

  test("refuses sessions that have ended, were replaced or are another player's", async () => {
    const { simulated, playing, host, providers } = casino;
    const kate = await playing(10n * unit);
    const other = await playing(10n * unit);
    expect((await simulated.call("bet", kate.bet({ session: other.session })))?.status).toBe("session_ended");
    expect((await simulated.call("bet", kate.bet({ session: "A".repeat(32) })))?.status).toBe("session_ended");
    const before = kate.bet();
    const taken = await simulated.call("bet", before);
    const casinoSession = uuid();
    const again = {
      provider: casino.provider().id,
      slug: "altyn",
      player: kate.player,
      casinoSession,
      currency: "USD",
      country: "KZ",
    } as const;
    const session = await host.db.tx(tx => providers.needs.sessions.open(tx, again));
    const late = kate.bet();
    expect((await simulated.call("bet", late))?.status).toBe("session_replaced");
    // The refusal is stored under its tx: the same bet is not taken afterwards.
    expect((await simulated.call("bet", { ...late, session }))?.status).toBe("tx_conflict");
    // A repeat is answered as the first time, whatever became of its session.
    expect(taken?.status).toBe("ok");
    expect((await simulated.call("bet", before))?.text).toBe(taken?.text);
    expect((await simulated.call("balance", { game: "altyn", player: kate.player, session }))?.body).toMatchObject({
      balance: "9",
    });
    host.bus.emit(sessionEnded, { session: casinoSession });
    await expect.poll(async () => (await simulated.call("bet", kate.bet({ session })))?.status).toBe("session_ended");
  });

  test("refuses a session of the day before, whose end nobody has reported, and still pays its rounds", async () => {
    const { simulated, playing, host } = casino;
    const kate = await playing(10n * unit);
    const open = kate.bet();
    expect((await simulated.call("bet", open))?.status).toBe("ok");
    await host.clock.advance(24 * 3_600_000);
    expect((await simulated.call("bet", kate.bet()))?.status).toBe("session_ended");
    expect((await simulated.call("win", kate.win(open.round, "2")))?.status).toBe("ok");
  });

  test("does not keep a session that ended while it was read", async () => {
    const { host, playing, provider } = casino;
    const kate = await playing(unit);
    let answer = () => {};
    const held = new Promise<void>(resolve => {
      answer = resolve;
    });
    let hasRead = false;
    const db: Db = Object.create(host.db);
    db.query = async (text, values, name) => {
      const result = await host.db.query(text, values, name);
      if (name === "providers.session") {
        hasRead = true;
        await held;
      }
      return result as never;
    };
    const sessions = createSessions({ ...host, db });
    sessions.listen();
    const began = sessions.find(kate.session);
    await expect.poll(() => hasRead).toBe(true);
    const casinoSession = uuid();
    await host.db.query("UPDATE providers.sessions SET casino_session = $1 WHERE player_id = $2", [
      casinoSession,
      kate.player,
    ]);
    host.bus.emit(sessionEnded, { session: casinoSession });
    await expect
      .poll(async () => {
        const ended = await host.db.query(
          "SELECT 1 FROM providers.sessions WHERE player_id = $1 AND ended_at IS NOT NULL",
          [kate.player],
        );
        return ended.rowCount;
      })
      .toBe(1);
    answer();
    expect(await began).toMatchObject({ provider: provider().id, state: "live" });
    expect(await sessions.find(kate.session)).toMatchObject({ state: "ended" });
  });

  test("asks the country and its profile", async () => {
    const { simulated, playing, host } = casino;
    const kate = await playing(100n * unit, "altyn", "USD", "GB");
    expect((await simulated.call("bet", kate.bet({ auto: true })))?.status).toBe("stake_out_of_limits");
    expect((await simulated.call("bet", kate.bet({ kind: "buy", amount: "65" })))?.status).toBe("stake_out_of_limits");
    const bet = kate.bet();
    expect((await simulated.call("bet", bet))?.status).toBe("ok");
    await simulated.call("win", kate.win(bet.round, "0"));
    await host.clock.advance(2_499);
    expect((await simulated.call("bet", kate.bet()))?.status).toBe("too_fast");
    await host.clock.advance(1);
    const next = kate.bet();
    expect((await simulated.call("bet", next))?.status).toBe("ok");
    await simulated.call("win", kate.win(next.round, "0"));
    casino.closed.add("GB");
    await host.clock.advance(2_500);
    expect((await simulated.call("bet", kate.bet()))?.status).toBe("player_blocked");
    casino.closed.clear();
  });

  test.each([
    ["a stake that is not in the list", { amount: "2", base: "2" }, "stake_out_of_limits"],
    ["a stake that is not its base", { amount: "5", base: "1" }, "stake_out_of_limits"],
    ["a free bet without a grant", { amount: "0", kind: "free" }, "stake_out_of_limits"],
    ["a stake of nothing", { amount: "0" }, "stake_out_of_limits"],
    ["another currency", { currency: "EUR" }, "wrong_currency"],
    ["an unknown game", { game: "unknown" }, "session_ended"],
    ["a grant that is not there", { amount: "0", kind: "free", free_grant: uuid() }, "free_rounds_over"],
  ])("refuses %s", async (_what, rest, status) => {
    const kate = await casino.playing(10n * unit);
    expect((await casino.simulated.call("bet", kate.bet(rest)))?.status).toBe(status);
    expect(await casino.real(kate.player)).toBe(10n * unit);
  });
});

describe("an invalid call", () => {
  const send = (text: string, headers: Record<string, string> = {}) =>
    casino.api.call("POST /provider-wallet/v1/bet", { body: text, headers });

  test("in its signature is 401 and counted; in its shape 400; neither is signed", async () => {
    const { simulated, playing, host, providers } = casino;
    const kate = await playing(10n * unit);
    const forged = await simulated.call("bet", kate.bet(), { "x-signature": "0".repeat(64) });
    expect(forged).toBeUndefined();
    expect(await send("{}")).toMatchObject({ status: 401, body: { code: "bad_signature" } });
    expect(
      await simulated.call("bet", kate.bet(), { "x-timestamp": `${Math.floor(host.clock.now() / 1000) - 301}` }),
    ).toBeUndefined();
    for (const broken of [
      { amount: 1 },
      { amount: Number.NaN },
      { amount: "NaN" },
      { amount: "1e3" },
      { amount: "-1" },
      { amount: "0.123" },
      { amount: "0.1234567" },
      { player: "kate" },
      { extra: 1 },
      ...["tx", "round", "session", "player", "amount", "currency"].map(missing => ({ [missing]: undefined })),
    ])
      expect(await simulated.call("bet", { ...kate.bet(), ...broken })).toBeUndefined();
    expect(await casino.real(kate.player)).toBe(10n * unit);
    await providers.needs.alarms.settled();
    const { rows } = await host.db.query<{ subject: string }>(
      "SELECT subject FROM providers.alarms WHERE kind = 'false_signature' ORDER BY subject",
    );
    expect(rows.map(({ subject }) => subject)).toEqual(["clock_off", "false_signature"]);
  });

  test("under a revoked key or from another address is refused, two keys are valid at once", async () => {
    const { simulated, playing, host, providers } = casino;
    const { registry } = providers;
    const { id } = casino.provider();
    const kate = await playing(10n * unit);
    const old = simulated.key;
    const fresh = await host.db.tx(tx => makeKey(host, registry, tx, id));
    await expect(host.db.tx(tx => makeKey(host, registry, tx, id))).rejects.toMatchObject({ message: "keys_full" });
    await expect.poll(() => casino.provider().keys.length).toBe(2);
    for (const key of [old, fresh]) {
      simulated.key = key;
      expect(
        (await simulated.call("balance", { game: "altyn", player: kate.player, session: kate.session }))?.status,
      ).toBe("ok");
    }
    await host.db.tx(tx => revokeKey(host, registry, tx, id, old.id));
    await expect.poll(() => casino.provider().keys.length).toBe(1);
    simulated.key = old;
    expect(
      await simulated.call("balance", { game: "altyn", player: kate.player, session: kate.session }),
    ).toBeUndefined();
    simulated.key = fresh;
    await host.db.tx(tx => changeProvider(registry, tx, id, { addresses: ["203.0.113.0/24"] }));
    await expect.poll(() => casino.provider().networks !== undefined).toBe(true);
    expect(await simulated.call("bet", kate.bet())).toBeUndefined();
    await host.db.tx(tx => changeProvider(registry, tx, id, { addresses: [] }));
    await expect.poll(() => casino.provider().networks).toBeUndefined();
  });

  test("whose body was changed after it was signed, or is 17 KiB, moves nothing", async () => {
    const { simulated, playing, host } = casino;
    const kate = await playing(10n * unit);
    const signed = (body: string) =>
      signRequest(simulated.key, { method: "POST", path: "/provider-wallet/v1/bet", body }, host.clock.now());
    const bet = JSON.stringify(kate.bet());
    const changed = bet.replace('"amount":"1"', '"amount":"5"');
    expect(changed).not.toBe(bet);
    expect(await send(changed, signed(bet))).toMatchObject({ status: 401, body: { code: "bad_signature" } });
    const long = `${bet.slice(0, -1)}${" ".repeat(17 * 1024)}}`;
    expect((await send(long, signed(long))).status).toBe(413);
    expect(await casino.real(kate.player)).toBe(10n * unit);
  });

  test("with a key written twice is malformed", async () => {
    const { bodyOf } = await import("./signed-call.ts");
    const { walletBodies } = await import("../shared/protocol.ts");
    const text = JSON.stringify((await casino.playing(0n)).bet());
    const bytes = (json: string) => new Uint8Array(Buffer.from(json));
    expect(bodyOf(bytes(text), walletBodies.bet)).toMatchObject({ amount: "1" });
    expect(() => bodyOf(bytes(text.replace('"amount":"1"', '"amount":"1","amount":"5"')), walletBodies.bet)).toThrow(
      "malformed",
    );
  });
});
