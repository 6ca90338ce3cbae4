import { required } from "#kit/std/invariant.ts";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { type ApiClient, dataOf } from "./api-client.ts";
import { logIn, payIn } from "./moves.ts";
import { unlessThere } from "./once.ts";
import { endow, keyOf, type Past } from "./past.ts";
import { demoPassword } from "./personas.ts";

/** A partner of the demo with players of theirs: test accounts, as everybody here. */
export const partnerAccount = { email: "partner@demo.example", code: "steppe-reviews", currency: "USD" } as const;

/** Who came by which link, on which day of the month before, from an address of their own. */
const brought = [
  { stag: "review", day: 3 },
  { stag: "review", day: 6 },
  { stag: "bonus-list", day: 9 },
  { stag: "review", day: 13 },
  { stag: "bonus-list", day: 17 },
  { stag: "newsletter", day: 22 },
].map((each, index) => ({
  ...each,
  email: `referred-${index + 1}@demo.example`,
  ip: `198.51.100.${index + 1}`,
  click: `demo-click-${index + 1}`,
}));
const links = [
  { name: "Review of crash", stag: "review", path: "/games/crash" },
  { name: "List of bonuses", stag: "bonus-list", path: "/bonuses" },
  { name: "Newsletter", stag: "newsletter", path: "/" },
];
/** Clicks on each link for every player that it brought. */
const clicksEach = 7;
const plan = {
  tiers: [
    { from: 0, rate: 250 },
    { from: 5, rate: 300 },
  ],
  cpa: { amount: "4", deposit: "20", loss: "40" },
  carry: { kind: "full" },
} as const;
const stake = "10";
/** On the day of their registration they stop when they have lost as much as a stake, or after so many rolls. */
const mostRolls = 12;
/** Days on which all of them play: a partner sees sums of at least five players. */
const commonDays = [23, 24, 26, 27];
const rollsOnCommonDay = 3;
/** Deposited and rolled since, by each of them. */
const recent = { deposit: "40", rolls: 4 };

const minuteMs = 60_000;
/** All rolls of a day are within the life of a token. */
const rollMs = 20_000;
const dayMs = 86_400_000;

/**
 * A month that is over: somebody applies, two operators give them a plan, players come by their links and play, the network of the partner is notified, and the month is
 * closed. Each step once; a step that an interrupted start has done is skipped.
 */
export async function runPartner(past: Past): Promise<void> {
  const first = firstOfMonth(past.host.clock.now());
  past.moveTo(first + dayMs);
  await unlessThere("validation_failed", () => openAccount(past, partnerAccount.email, {}));
  const token = await enter(past, partnerAccount.email, "198.51.100.200");
  await apply(past, token);
  for (const { stag, day, email, ip, click } of brought) {
    past.moveTo(first + day * dayMs);
    for (let n = 0; n < clicksEach; n++)
      await past.api.call("POST /attachSource", { body: { partnerId: partnerAccount.code, stag }, ip });
    const source = { partner: partnerAccount.code, stag, click_id: click };
    await unlessThere("validation_failed", async () => {
      const player = await openAccount(past, email, source);
      await endow(past, { player, currency: partnerAccount.currency, start: "200", key: keyOf(`${email} starts`) });
      const token = await enter(past, email, ip);
      await past.api.call("GET /api/v1/fairness/seeds", { token });
      const seed = { client_seed: "by-the-link" };
      accepted(await past.api.call("PUT /api/v1/fairness/client-seed", { token, body: seed }));
      let won = 0;
      for (let n = 0; n < mostRolls && won > -Number(stake); n++) won += await roll(past, token, `${email} rolls ${n}`);
    });
    past.pass(5 * minuteMs);
    await run(past, "partners-postbacks");
  }
  for (const day of commonDays) {
    past.moveTo(first + day * dayMs);
    const tokens = await Promise.all(brought.map(({ email, ip }) => enter(past, email, ip)));
    for (const [index, token] of tokens.entries())
      for (let n = 0; n < rollsOnCommonDay; n++)
        await roll(past, token, `${brought[index]?.email} on day ${day}: ${n}`);
  }
}

/** Closes the month; the clock is the real one again. */
export const closePartnersMonth = (past: Past): Promise<void> => run(past, "partners-close");

/** The last month that is closed by now: a month is closed a day after its end. */
function firstOfMonth(nowMs: number): number {
  const at = new Date(nowMs - dayMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1, 9);
}

const openAccount = ({ modules }: Past, email: string, source: object) =>
  modules.accounts.registerTestAccount({ email, password: demoPassword, currency: partnerAccount.currency, source });

async function enter({ api }: Past, email: string, ip: string): Promise<string> {
  const body = { email, password: demoPassword };
  return accepted(await api.call("POST /api/v2/auth/login/email/password", { body, ip })).body.token;
}

/** `code`: of the refusal that says it was done before. */
function accepted(answer: TestAnswer, code?: string): TestAnswer {
  if (answer.status >= 300 && (code === undefined || answer.body?.code !== code))
    throw new Error(`refused: ${answer.status} ${answer.text}`);
  return answer;
}

async function apply(past: Past, token: string): Promise<void> {
  const { api, modules, host, asks, books, pass } = past;
  const [sandbox] = host.config.AD_NETWORK_HOSTS;
  const { code, currency } = partnerAccount;
  const site = sandbox === undefined ? "https://reviews.demo.example" : `http://${sandbox}/ads`;
  const body = { code, currency, site, about: "Reviews of games and lists of bonuses" };
  accepted(await api.call("POST /api/v1/partner", { token, body }), "partner_exists");
  const { partners, approvals } = modules;
  const known = await partners.list({ after: null, limit: 100 });
  const { id, status } = required(
    known.find(each => each.code === code),
    "the partner of the demo",
  );
  if (status === "applied") {
    const reason = "Plan of the demo";
    await host.db.tx(async tx => {
      const request = await partners.askPlan(tx, { partner: id, plan, reason }, asks);
      const { rows } = await tx.query<{ hash: Uint8Array }>(
        "SELECT payload_hash AS hash FROM approvals.requests WHERE id = $1",
        [request.id],
      );
      const by = { id: books.id, name: books.name, role: "owner", address: null, requestId: null };
      await approvals.approve(tx, request.id, required(rows[0], "just asked").hash, by);
    });
  }
  pass(minuteMs);
  for (const link of links)
    accepted(await api.call("POST /api/v1/partner/links", { token, body: link }), "link_exists");
  if (sandbox === undefined) return;
  for (const [event, kind] of [
    ["registration", "steady"],
    ["first_deposit", "failing"],
  ]) {
    const url = `http://${sandbox}/ads/${kind}?click_id={click_id}&event={event}&event_id={event_id}`;
    accepted(await api.call("PUT /api/v1/partner/postbacks", { token, body: { event, url } }));
  }
}

/** What it won, below zero for a loss; nothing where the player has not enough any more. */
async function roll(past: Past, token: string, step: string): Promise<number> {
  past.pass(rollMs);
  const body = { stake, direction: "over", target: "49.50" };
  const { body: answer } = accepted(
    await past.api.call("POST /api/v1/games/dice/bets", { token, body, key: keyOf(step) }),
    "insufficient_funds",
  );
  return answer.data ? Number(answer.data.payout) - Number(stake) : 0;
}

async function run({ modules }: Past, name: string): Promise<void> {
  const job = required(
    modules.partners.jobs?.find(each => each.name === name),
    name,
  );
  await job.run(undefined);
}

interface Now {
  readonly client: ApiClient;
  readonly sandboxPort: number;
  /** The key of a step that moves money: the same in each run of the demo. */
  readonly keyOf: (step: string) => string;
}

/** Lets the referred players deposit and go on playing, on the running server. */
export async function depositOfReferred({ client, sandboxPort, keyOf: key }: Now): Promise<void> {
  await Promise.all(
    brought.map(async ({ email }) => {
      const guest = await logIn(client, email, demoPassword);
      await payIn(client, guest, recent.deposit, sandboxPort, attempt => key(`${email} pays in ${attempt}`));
      for (let roll = 0; roll < recent.rolls; roll++) {
        const body = { stake, direction: "over", target: "49.50" };
        const reply = await client.call("POST", "/api/v1/games/dice/bets", {
          token: guest.token,
          money: key(`${email} rolls ${roll}`),
          body,
        });
        if (reply.status !== 409) dataOf(reply, "a roll");
      }
    }),
  );
}
