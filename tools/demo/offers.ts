import { createHash } from "node:crypto";
import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import {
  activateCampaign,
  type Campaign,
  insertCampaign,
  readCampaigns,
  termsOf,
} from "#modules/bonuses/server/index.ts";
import { uuidOf } from "./once.ts";

/** The most that one deposit brings, and the least deposit: about 20 and 10 dollars. */
const offers = [
  { currency: "USD", amount: "20", least: "10" },
  { currency: "EUR", amount: "20", least: "10" },
  { currency: "RUB", amount: "2000", least: "1000" },
  { currency: "KZT", amount: "10000", least: "5000" },
  { currency: "INR", amount: "2000", least: "1000" },
] as const;

const name = { en: "Deposit bonus", ru: "Бонус к пополнению", kz: "Толтыру бонусы" };
const claims = 20n;
const monthMs = 30 * 86_400_000;

/** Bonuses that the demo offers: a deposit once more, within what one operator may activate. Those that are there stay. */
export async function offerBonuses(
  host: Host,
  { approvals, audit }: Pick<Modules, "approvals" | "audit">,
): Promise<void> {
  const { rows } = await host.db.query<{ id: Uuid; name: string }>(
    "SELECT id, name FROM operators.operators WHERE role = 'owner' ORDER BY created_at LIMIT 1",
  );
  const owner = required(rows[0], "an owner of the demo");
  const by = { id: owner.id, name: owner.name, role: "owner", address: null, requestId: null };
  const there = new Set((await readCampaigns(host.db, 200)).map(({ id }) => id));
  if (host.config.BONUS_PROFILE !== "base") return;
  for (const { currency, amount, least } of offers) {
    const id = uuidOf(createHash("sha256").update(`demo bonus ${currency}`).digest()) as Uuid;
    if (there.has(id)) continue;
    const most = parseDecimal(amount);
    const campaign: Campaign = {
      id,
      name,
      kind: "deposit",
      currency,
      percent: 100,
      amount: most,
      minDeposit: parseDecimal(least),
      wager: 10,
      hours: 168,
      budget: (most * claims) as Campaign["budget"],
      endsAt: new Date(host.clock.now() + monthMs),
    };
    await host.db.tx(async tx => {
      await insertCampaign(tx, campaign, by.name, new Date(host.clock.now()));
      await activateCampaign({ host, approvals, audit }, tx, id, "Offer of the demo", owner);
      await audit.record(tx, by, {
        action: "bonuses.activate",
        subject: `bonus-campaign:${id}`,
        reason: "Offer of the demo",
        after: termsOf(campaign),
      });
    });
  }
}
