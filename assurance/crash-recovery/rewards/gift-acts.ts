import { randomUUID } from "node:crypto";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { addMission, openMission } from "#modules/missions/server/index.ts";
import { firstPlan } from "#modules/partners/shared/plan.ts";
import { type Act, asks, bets, type Prepared, type Server, type World } from "./reward-world.ts";

const dayMs = 86_400_000;
const title = { en: "Killed", ru: "Прерванный", kz: "Үзілген" };
const reason = "a server that is killed";
const inSql = { bonus: 14, released: 43, commission: 95, payout: 96, budget: 99, rain: 100, tip: 101 } as const;

/** Campaigns, rewards, missions, partners and the chat: what is given on somebody's order. */
export function giftActs(world: World): readonly Act[] {
  const { host, modules } = world;
  const nameOf = () => `kill-${randomUUID().slice(0, 8)}`;
  /** Movements of these kinds that a wallet saw, in the order of their numbers. */
  const moved = (owner: string, ...kinds: readonly number[]) =>
    world.rows(
      "SELECT kind, amount::int FROM ledger.transfers WHERE player_id = $1 AND kind = ANY ($2) ORDER BY seq",
      owner,
      kinds,
    );
  const data = async (answer: Promise<{ readonly status: number; readonly text: string; readonly body: unknown }>) => {
    const { status, text, body } = await answer;
    if (status >= 300) throw new Error(text);
    return (body as { data: never }).data;
  };

  /** Ten dollars for each of two players, by a campaign of their own. */
  async function campaign(): Promise<Prepared> {
    const stag = nameOf();
    const players = [await world.player({ stag }), await world.player({ stag })];
    const { asks: content, approves: finance } = await world.owners();
    const endsAt = new Date(host.clock.now() + 30 * dayMs).toISOString();
    const gift = { name: title, kind: "manual", currency: "USD", amount: "10", wager: 10, hours: 72, budget: "500" };
    const { id: bonus }: { id: string } = await data(
      content.call("POST /api/office/bonuses", { ...gift, targeted: true, ends_at: endsAt, reason }),
    );
    await data(finance.call(`POST /api/office/bonuses/${bonus}/activate`, { reason }));
    const rule = { fact: "stag", in: [stag] };
    const { id: segment }: { id: string } = await data(
      content.call("POST /api/office/segments", { name: stag, rule, reason }),
    );
    const at = new Date(host.clock.now() + 120_000).toISOString();
    const terms = { name: stag, segment, gift: { kind: "bonus", id: bonus }, budget: "100", control: 0, sample: 100 };
    const { id }: { id: string } = await data(
      content.call("POST /api/office/campaigns", {
        ...terms,
        schedule: { kind: "once", day: at.slice(0, 10), time: at.slice(11, 16) },
        zone: "Etc/UTC",
        ends_at: endsAt,
        reason,
      }),
    );
    await data(finance.call(`POST /api/office/campaigns/${id}/start`, { reason }));
    await world.pass(180_000);
    return {
      run: async server => void (await server.job("campaigns-run")),
      async found() {
        const granted = await world.rows(
          `SELECT c.state, c.held::int, (SELECT count(*)::int FROM campaigns.members m WHERE m.campaign_id = c.id AND m.state = 'granted') AS granted
           FROM campaigns.campaigns c WHERE id = $1`,
          id,
        );
        const given = [];
        for (const player of players) given.push(...(await moved(player.id, inSql.bonus)));
        return [granted, given];
      },
      expected: [
        [{ state: "finished", held: 20_000_000, granted: 2 }],
        players.map(() => ({ kind: inSql.bonus, amount: 10_000_000 })),
      ],
    };
  }

  /** A budget of 100 dollars for the chat. */
  async function budget(): Promise<Uuid> {
    const said = nameOf();
    const { asks: first, approves: second } = await world.owners();
    const { request }: { request: string } = await data(
      first.call("POST /api/office/chat/budgets", { currency: "USD", amount: "100", reason: said }),
    );
    const { payload_hash }: { payload_hash: string } = await data(second.call(`GET /api/office/approvals/${request}`));
    await data(second.call(`POST /api/office/approvals/${request}/approve`, { payload_hash }));
    const [opened] = await world.rows<{ id: Uuid }>("SELECT id FROM community_chat.budgets WHERE reason = $1", said);
    if (!opened) throw new Error("a budget was approved");
    return opened.id;
  }

  /** Twenty ended bets: enough to write and to take part. */
  async function chatter() {
    const player = await world.player();
    for (let bet = 0; bet < 20; bet += 1) await bets(player, "2")(world.server);
    await world.fold();
    return player;
  }

  /** A partner whose player lost within the month. */
  async function partner() {
    const owner = await world.player();
    const code = nameOf();
    const applies = { code, site: `https://${code}.example`, about: "Reviews of games", currency: "USD" };
    await world.call(owner, "POST /api/v1/partner", applies);
    const [row] = await world.rows<{ id: Uuid }>("SELECT id FROM partners.partners WHERE code = $1", code);
    if (!row) throw new Error("a partner applied");
    const plan = { partner: row.id, plan: firstPlan, reason };
    await world.approved((tx, by) => modules.partners.askPlan(tx, plan, by));
    const brought = await world.player({ partner: code });
    // The stake is lost but in one of fifty cases, and then again.
    for (let lost = false; !lost; ) {
      await bets(brought, "10", "97.99")(world.server);
      const played = await world.rows<{ payout: bigint }>(
        "SELECT payout FROM wallet.bets WHERE player_id = $1 ORDER BY placed_at DESC LIMIT 1",
        brought.id,
      );
      lost = played[0]?.payout === 0n;
    }
    await world.fold();
    return { owner, id: row.id };
  }
  /** To the third day of the next month. */
  async function nextMonth(): Promise<void> {
    const at = new Date(host.clock.now());
    await world.pass(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 3, 12) - at.getTime());
  }
  const statementsOf = (id: Uuid) =>
    world.rows<{ month: string; commission: number }>(
      "SELECT to_char(month, 'YYYY-MM') AS month, commission::int FROM partners.statements WHERE partner_id = $1 ORDER BY month",
      id,
    );

  return [
    { at: "campaigns.chosen", prepare: campaign },
    { at: "campaigns.granted", prepare: campaign },
    {
      at: "vip.collected",
      async prepare() {
        const player = await world.player();
        await bets(player, "100")(world.server);
        await world.fold();
        await world.server.job("vip-follow-levels");
        return {
          run: asks(player, "POST /api/v1/rewards/rakeback", { currency: "USD" }),
          found: () => moved(player.id, inSql.bonus, inSql.released),
          // 5 % of 1 % of 100.
          expected: [inSql.bonus, inSql.released].map(kind => ({ kind, amount: 50_000 })),
        };
      },
    },
    {
      at: "missions.collected",
      async prepare() {
        const { asks: owner } = await world.owners();
        const id = host.ids.next();
        const prize = { currency: "USD", prize: parseDecimal("2"), places: 5 } as const;
        const goal = { kind: "limit" } as const;
        const endsAt = new Date(host.clock.now() + dayMs);
        await host.db.tx(async tx => {
          const by = { id: owner.id as Uuid, name: owner.name };
          await addMission(modules.missions.needs, tx, { id, title, goal, period: "week", endsAt, ...prize }, by.name);
          await openMission(modules.missions.needs, tx, id, reason, by);
        });
        const player = await world.player();
        const limits = { currency: "USD", wager_limit: "900000" };
        await asks(player, "PUT /api/v1/limits", limits)(world.server);
        return {
          run: asks(player, `POST /api/v1/missions/${id}/collect`),
          async found() {
            const taken = await world.rows("SELECT taken FROM missions.missions WHERE id = $1", id);
            return [taken, await moved(player.id, inSql.bonus, inSql.released)];
          },
          expected: [[{ taken: 1 }], [inSql.bonus, inSql.released].map(kind => ({ kind, amount: 2_000_000 }))],
        };
      },
    },
    {
      at: "partners.closed",
      async prepare() {
        const { id } = await partner();
        await nextMonth();
        return {
          run: async server => void (await server.job("partners-close")),
          async found() {
            const closed = await statementsOf(id);
            const paid = await moved(id, inSql.commission);
            return [closed.length, closed.every(({ commission }) => commission > 0), paid.length, same(closed, paid)];
          },
          expected: [1, true, 1, true],
        };
      },
    },
    {
      at: "partners.payout",
      async prepare() {
        const { id, owner } = await partner();
        await nextMonth();
        await world.server.job("partners-close");
        const [closed] = await statementsOf(id);
        const amount = String((closed?.commission ?? 0) / 1e6);
        await world.call(owner, "POST /api/v1/factors/proof/password", { password: "correct horse" });
        return {
          run: asks(owner, "POST /api/v1/partner/payouts", { amount, destination: "KZ86125KZT5004100100" }),
          found: () => moved(id, inSql.payout),
          expected: [{ kind: inSql.payout, amount: closed?.commission }],
        };
      },
    },
    {
      at: "chat.budget",
      async prepare() {
        const said = nameOf();
        const { asks: first, approves: second } = await world.owners();
        const { request }: { request: string } = await data(
          first.call("POST /api/office/chat/budgets", { currency: "USD", amount: "100", reason: said }),
        );
        const { payload_hash }: { payload_hash: string } = await data(
          second.call(`GET /api/office/approvals/${request}`),
        );
        const approves = { cookies: second.cookies, key: randomUUID(), body: { payload_hash } };
        return {
          run: async server => void (await server.call(`POST /api/office/approvals/${request}/approve`, approves)),
          found: () =>
            world.rows(
              `SELECT b.amount::int, count(l.*)::int AS moves FROM community_chat.budgets b JOIN ledger.transfers l ON l.reference = b.id AND l.kind = ${inSql.budget}
               WHERE b.reason = $1 GROUP BY b.id`,
              said,
            ),
          expected: [{ amount: 100_000_000, moves: 1 }],
        };
      },
    },
    {
      at: "chat.rain",
      async prepare() {
        const of = await budget();
        const players = [await chatter(), await chatter(), await chatter()];
        const id = host.ids.next();
        const amount = parseDecimal("10");
        const { asks: starter } = await world.owners();
        const rain = { key: id, room: "en", amount: "10", seconds: 60, reason };
        await data(starter.call(`POST /api/office/chat/budgets/${of}/rain`, rain));
        const [started] = await world.rows<{ id: Uuid }>(
          "SELECT id FROM community_chat.rains WHERE budget_id = $1",
          of,
        );
        for (const player of players) await world.call(player, `POST /api/v1/chat/rains/${started?.id}/collect`);
        await world.pass(61_000);
        return {
          run: async server => void (await server.job("community-chat.rain", { rain: started?.id })),
          async found() {
            const got = [];
            for (const player of players) got.push(...(await moved(player.id, inSql.rain)));
            const left = "SELECT given::int, reserved::int FROM community_chat.budgets WHERE id = $1";
            return [got, await world.rows(left, of)];
          },
          expected: [
            players.map(() => ({ kind: inSql.rain, amount: Number(amount / 3n) })),
            [{ given: Number((amount / 3n) * 3n), reserved: 0 }],
          ],
        };
      },
    },
    {
      at: "chat.tip",
      async prepare() {
        const of = await budget();
        const player = await chatter();
        const { id: message } = await world.call(player, "POST /api/v1/chat/en", { key: randomUUID(), text: "hello" });
        const { asks: giver } = await world.owners();
        const body = { key: randomUUID(), message, amount: "5", reason };
        const tip = { cookies: giver.cookies, key: randomUUID(), body };
        return {
          async run(server: Server) {
            const answer = await server.call(`POST /api/office/chat/budgets/${of}/tip`, tip);
            if (answer && answer.status !== 201) throw new Error(answer.text);
          },
          found: () => moved(player.id, inSql.tip),
          expected: [{ kind: inSql.tip, amount: 5_000_000 }],
        };
      },
    },
  ];
}

const same = (closed: readonly { commission: number }[], paid: readonly object[]): boolean =>
  closed.every(({ commission }, index) => (paid[index] as { amount?: number } | undefined)?.amount === commission);
