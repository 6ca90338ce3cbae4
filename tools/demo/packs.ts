import { createHash } from "node:crypto";
import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import {
  insertPack,
  type NewPack,
  openVersion,
  packTerms,
  readPacks,
  subjectOf,
} from "#modules/welcome-pack/server/index.ts";
import { windowHours } from "#modules/welcome-pack/shared/terms.ts";
import { uuidOf } from "./once.ts";

/** The most that the first step brings, and the least deposit: about 10 dollars. */
const currencies = [
  { currency: "USD", first: "10" },
  { currency: "EUR", first: "10" },
  { currency: "RUB", first: "1000" },
  { currency: "KZT", first: "5000" },
  { currency: "INR", first: "1000" },
] as const;

/** Share of a deposit, share of the first step's cap, and wagering. */
const steps = [
  { percent: 100, quarters: 4n, wager: 15 },
  { percent: 75, quarters: 3n, wager: 15 },
  { percent: 50, quarters: 2n, wager: 10 },
  { percent: 25, quarters: 1n, wager: 10 },
] as const;

const title = { en: "Welcome pack", ru: "Приветственный пакет", kz: "Қарсы алу пакеті" };
/** Players who open the pack: the most that one operator may open it for. */
const players = 20;
const yearMs = 365 * 86_400_000;

const idOf = (name: string) => uuidOf(createHash("sha256").update(`demo ${name}`).digest()) as Uuid;

/** The welcome pack of the demo, under our own rules: new players get it with their registration. Those that are there stay. */
export async function openPacks(host: Host, { approvals, audit }: Pick<Modules, "approvals" | "audit">): Promise<void> {
  const { rows } = await host.db.query<{ id: Uuid; name: string }>(
    "SELECT id, name FROM operators.operators WHERE role = 'owner' ORDER BY created_at LIMIT 1",
  );
  if (host.config.BONUS_PROFILE !== "base") return;
  const owner = required(rows[0], "an owner of the demo");
  const there = new Set((await readPacks(host.db, 200)).map(pack => pack.currency));
  for (const { currency, first } of currencies) {
    if (there.has(currency)) continue;
    const most = parseDecimal(first);
    const pack: NewPack = {
      id: idOf(`welcome pack ${currency}`),
      currency,
      title,
      players,
      endsAt: new Date(host.clock.now() + yearMs),
      profile: "base",
      steps: steps.map(({ percent, quarters, wager }, index) => ({
        step: index + 1,
        campaign: idOf(`welcome pack ${currency} ${index + 1}`),
        percent,
        maxAmount: ((most * quarters) / 4n) as typeof most,
        minDeposit: most,
        rounds: null,
        wager,
        hours: 168,
        windowHours,
      })),
    };
    await host.db.tx(async tx => {
      await insertPack(tx, pack, owner.name, new Date(host.clock.now()));
      const by = { id: owner.id, name: owner.name, role: "owner", address: null, requestId: null };
      await openVersion({ host, approvals, audit }, tx, pack.id, "Welcome pack of the demo", owner);
      await audit.record(tx, by, {
        action: "welcome_pack.open",
        subject: subjectOf(pack.id),
        reason: "Welcome pack of the demo",
        after: packTerms(pack),
      });
    });
  }
}
