import { createHash } from "node:crypto";
import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { games } from "#modules/games/index.ts";
import { type NewTournament, publishRequest, subjectOf, termsOf } from "#modules/tournaments/server/index.ts";
import { uuidOf } from "./once.ts";

const dayMs = 86_400_000;

const held = [
  {
    name: "weekly race",
    title: { en: "Weekly race", ru: "Гонка недели", kz: "Апта жарысы" },
    scoring: "wagered",
    games: [],
    prizes: ["100", "50", "30", "20", "10", "10", "5", "5", "5", "5"],
    days: [0, 7],
  },
  {
    name: "long flights",
    title: { en: "Long flights", ru: "Долгие полёты", kz: "Ұзақ ұшулар" },
    scoring: "multiplier",
    games: ["crash"],
    prizes: ["50", "25", "10"],
    days: [0, 3],
  },
  {
    name: "number hunt",
    title: { en: "Number hunt", ru: "Охота за числами", kz: "Сандарды аулау" },
    scoring: "points",
    games: games.flatMap(({ name: game, engine }) => (engine === "instant" ? [game] : [])).slice(0, 3),
    prizes: ["40", "20", "10", "5", "5"],
    days: [2, 5],
  },
] as const;

/** Tournaments of the demo, within what one operator may publish. Those that are there stay. */
export async function holdTournaments(
  host: Host,
  { tournaments, audit }: Pick<Modules, "tournaments" | "audit">,
): Promise<void> {
  const { rows } = await host.db.query<{ id: Uuid; name: string }>(
    "SELECT id, name FROM operators.operators WHERE role = 'owner' ORDER BY created_at LIMIT 1",
  );
  const owner = required(rows[0], "an owner of the demo");
  const by = { id: owner.id, name: owner.name, role: "owner", address: null, requestId: null };
  const reason = "Tournament of the demo";
  for (const { name, title, scoring, games: counted, prizes, days } of held) {
    const id = uuidOf(createHash("sha256").update(`demo tournament ${name}`).digest()) as Uuid;
    if (await tournaments.office.one(id)) continue;
    const at = (day: number) => new Date(host.clock.now() + day * dayMs);
    const tournament: NewTournament = {
      id,
      title,
      scoring,
      games: counted,
      currency: "USD",
      prizes: prizes.map(parseDecimal),
      minStake: parseDecimal("0.1"),
      points: scoring === "points" ? Object.fromEntries(counted.map((game, index) => [game, 1 + index])) : {},
      startsAt: at(days[0]),
      endsAt: at(days[1]),
    };
    await host.db.tx(async tx => {
      await tournaments.office.draft(tx, tournament, owner);
      await tournaments.office.change(tx, publishRequest, { id, reason }, owner);
      await audit.record(tx, by, {
        action: publishRequest,
        subject: subjectOf(id),
        reason,
        after: termsOf(tournament),
      });
    });
  }
}
