import { randomUUID } from "node:crypto";
import type { Host } from "#kit/host/host.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { insertPack, type Step } from "../server/store.ts";
import { openVersion } from "../server/versions.ts";

const unit = 1_000_000n;
const uuid = () => randomUUID() as string as Uuid;

/** Nobody approves in these tests: packs are small enough for one operator. */
export const noApprovals = {
  register: () => undefined,
  ask: () => Promise.reject(new Error("nothing is asked")),
};

interface TestPack {
  readonly currency?: Currency;
  readonly players?: number;
  readonly hours?: number;
  readonly title?: string;
  /** The cap of each step, in roubles or whatever the currency is. */
  readonly caps?: readonly number[];
}

/** An open pack: each step 100 % of a deposit from 200, wagered 20 times within a day. */
export async function openTestPack(
  host: Pick<Host, "db" | "clock" | "config">,
  pack: TestPack = {},
): Promise<{ readonly id: Uuid }> {
  const { currency = "RUB", players = 10, hours = 240, title = "Pack", caps = [500, 300, 100] } = pack;
  const id = uuid();
  const now = host.clock.now();
  const steps = caps.map(
    (cap, index): Step => ({
      step: index + 1,
      campaign: uuid(),
      percent: 100,
      maxAmount: micros(BigInt(cap) * unit),
      minDeposit: micros(200n * unit),
      rounds: null,
      wager: 20,
      hours: 24,
      windowHours: 168,
    }),
  );
  await host.db.tx(async tx => {
    const titles = { en: title, ru: `${title} ru`, kz: `${title} kz` };
    const endsAt = new Date(now + hours * 3_600_000);
    await insertPack(
      tx,
      { id, currency, title: titles, players, endsAt, steps, profile: host.config.BONUS_PROFILE },
      "content",
      new Date(now),
    );
    const by = { id: uuid(), name: "finance", role: "finance" } as never;
    const needs = { host, approvals: noApprovals, audit: { record: async () => undefined } };
    await openVersion(needs as never, tx, id, "for the test", by);
  });
  return { id };
}
