import { createHash } from "node:crypto";
import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { addMission, type NewMission, openMission, readMissions, termsOf } from "#modules/missions/server/index.ts";
import { uuidOf } from "./once.ts";

/** About a dollar. */
const prizes = [
  { currency: "USD", prize: "1" },
  { currency: "EUR", prize: "1" },
  { currency: "RUB", prize: "100" },
  { currency: "KZT", prize: "500" },
  { currency: "INR", prize: "100" },
] as const;
const places = 200;
const yearMs = 365 * 86_400_000;

const badges = [
  { goal: { kind: "multiplier", count: 10 }, title: { en: "Tenfold", ru: "Десятикратно", kz: "Он есе" } },
  { goal: { kind: "seed" }, title: { en: "Your own auditor", ru: "Сам себе аудитор", kz: "Өзі аудитор" } },
  { goal: { kind: "limit" }, title: { en: "In control", ru: "Всё под контролем", kz: "Бәрі бақылауда" } },
] as const;

/** A mission in every currency and three achievements. Those that are there stay. */
export async function setMissions(host: Host, { missions, audit }: Pick<Modules, "missions" | "audit">): Promise<void> {
  const { rows } = await host.db.query<{ id: Uuid; name: string }>(
    "SELECT id, name FROM operators.operators WHERE role = 'owner' ORDER BY created_at LIMIT 1",
  );
  const owner = required(rows[0], "an owner of the demo");
  const by = { id: owner.id, name: owner.name, role: "owner", address: null, requestId: null };
  const there = new Set((await readMissions(host.db, 200)).map(({ id }) => id));
  const endsAt = new Date(host.clock.now() + yearMs);
  const reason = "Mission of the demo";
  const idOf = (name: string) => uuidOf(createHash("sha256").update(`demo mission ${name}`).digest()) as Uuid;
  const all: readonly NewMission[] = [
    ...(host.config.BONUS_PROFILE === "base" ? prizes : []).map(({ currency, prize }) => ({
      id: idOf(currency),
      title: { en: "Look around", ru: "Осмотреться", kz: "Танысу" },
      goal: { kind: "games" as const, count: 3 },
      period: "week" as const,
      currency,
      prize: parseDecimal(prize),
      places,
      endsAt,
    })),
    ...badges.map(({ goal, title }) => ({
      id: idOf(goal.kind),
      title,
      goal,
      period: "once" as const,
      currency: null,
      prize: null,
      places: null,
      endsAt,
    })),
  ];
  for (const mission of all.filter(({ id }) => !there.has(id)))
    await host.db.tx(async tx => {
      await addMission(missions.needs, tx, mission, owner.name);
      await openMission(missions.needs, tx, mission.id, reason, owner);
      const subject = `mission:${mission.id}`;
      await audit.record(tx, by, { action: "missions.open", subject, reason, after: termsOf(mission) });
    });
}
