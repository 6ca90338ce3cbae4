import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "../invariants.ts";
import { openFullApp, type Somebody } from "./full-app.ts";

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Money is credited here without a payment. */
const books = invariants.filter(({ id }) => id !== "I11");

export type RiskOffice = Awaited<ReturnType<typeof openRiskOffice>>;

/** All modules, with operators who decide cases and rules: timur and samal of risk, madina of finance, gulnar who gives bonuses. */
export async function openRiskOffice() {
  const app = await openFullApp();
  const someone = (role: Parameters<typeof testOperator>[1]) =>
    testOperator({ ...app, operators: app.modules.operators }, role);
  const [timur, madina, gulnar, samal] = await Promise.all([
    someone("risk"),
    someone("finance"),
    someone("content"),
    someone("risk"),
  ]);
  await app.host.db.query(
    "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($2, now(), now(), $1) ON CONFLICT DO NOTHING",
    [
      JSON.stringify({ USD: "1", EUR: "1.1", RUB: "0.01", KZT: "0.002", INR: "0.012" }),
      Math.floor(app.host.clock.now() / dayMs),
    ],
  );

  const job = (name: string) =>
    required(
      app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === name),
      name,
    ).run({});

  /** A gift of 10 dollars that anybody may claim. */
  async function gift(): Promise<string> {
    const draft = await gulnar.call("POST /api/office/bonuses", {
      name: { ru: "Подарок", en: "Gift", kz: "Сыйлық" },
      kind: "manual",
      currency: "USD",
      amount: "10",
      wager: 20,
      hours: 72,
      budget: "400",
      ends_at: new Date(app.host.clock.now() + 240 * hourMs).toISOString(),
      reason: "the spring gift",
    });
    expect(draft.status, draft.text).toBe(201);
    const { id } = draft.body.data;
    const activated = await madina.call(`POST /api/office/bonuses/${id}/activate`, {
      reason: "as agreed",
    });
    expect(activated.status, activated.text).toBe(200);
    return id;
  }

  /** These players have used one browser. */
  async function shareBrowser(...players: Somebody[]): Promise<void> {
    const browser = Buffer.from(randomUUID().replaceAll("-", "").repeat(2), "hex");
    for (const { id } of players)
      await app.host.db.query(
        "INSERT INTO accounts.known_browsers (player_id, browser, known_since, seen_at) VALUES ($1, $2, $3, $3)",
        [id, browser, new Date(app.host.clock.now())],
      );
  }

  const claim = async ({ token }: Somebody, campaign: string) => {
    const answer = await app.api.call(`POST /api/v1/bonuses/${campaign}/claim`, { token, key: randomUUID() });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as { id: string; status: string; review_until: string | null };
  };
  const bonusOf = async ({ token }: Somebody, id: string) =>
    (await app.api.call(`GET /bonus-system/bonus/${id}`, { token })).body.data as {
      status: string;
      review_until: string | null;
      forfeited_for: string | null;
    };
  const openCases = async () =>
    (await timur.call("GET /api/office/risk-cases")).body.data.items as {
      id: string;
      player: { id: string };
      kind: string;
      rule: object | null;
    }[];

  const caseOf = async ({ id }: Somebody) =>
    required(
      (await openCases()).find(({ player }) => player.id === id),
      "an open case",
    );
  const decide = (id: string, outcome: string) =>
    timur.call(`POST /api/office/risk-cases/${id}/decide`, { outcome, reason: "looked at both accounts" });

  /** The scores of this player cannot be stored, until what it returns is called. */
  async function refuseScores({ id }: Somebody): Promise<() => Promise<unknown>> {
    const { db } = app.host;
    await db.query(
      "CREATE OR REPLACE FUNCTION risk.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cannot be scored'; END $$",
    );
    await db.query(
      `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON risk.scores FOR EACH ROW WHEN (NEW.player_id = '${id}') EXECUTE FUNCTION risk.refuse()`,
    );
    return () => db.query("DROP TRIGGER refuse ON risk.scores");
  }

  return {
    app,
    timur,
    madina,
    gulnar,
    samal,
    job,
    gift,
    shareBrowser,
    claim,
    bonusOf,
    openCases,
    caseOf,
    decide,
    refuseScores,
    async expectRightBooks(): Promise<void> {
      expect(await differencesOf(app.host.db, books)).toEqual([]);
    },
  };
}
