import { createHash } from "node:crypto";
import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { games } from "#modules/games/index.ts";
import type { NewJackpot } from "#modules/jackpots/server/index.ts";
import { uuidOf } from "./once.ts";

/** Games whose bets are decided by seeds of the player's own. */
const fed = games.flatMap(({ name, proofs }) => (proofs.some(({ kind }) => kind === "seeds") ? [name] : []));

const held = [
  {
    name: "silver",
    title: { en: "Silver jackpot", ru: "Серебряный джекпот", kz: "Күміс джекпот" },
    kind: "must_hit_by",
    currency: "USD",
    seed: "50",
    bound: "500",
  },
  {
    name: "steppe",
    title: { en: "Steppe jackpot", ru: "Степной джекпот", kz: "Дала джекпоты" },
    kind: "random",
    currency: "KZT",
    seed: "100000",
    bound: "100000000",
  },
] as const;

/** Jackpots of the demo: an owner asks, finance approves. Those that are there stay. */
export async function holdJackpots(
  host: Host,
  { jackpots, approvals }: Pick<Modules, "jackpots" | "approvals">,
): Promise<void> {
  const [owner, second] = [await operatorIn(host, "owner"), await operatorIn(host, "finance")];
  const reason = "Jackpot of the demo";
  const known = new Set((await jackpots.office.all()).map(({ id }) => id));
  for (const { name, title, kind, currency, seed, bound } of held) {
    const id = uuidOf(createHash("sha256").update(`demo jackpot ${name}`).digest()) as Uuid;
    if (known.has(id)) continue;
    const terms = { games: fed, edgeShare: 200, seed: parseDecimal(seed), bound: parseDecimal(bound) };
    const jackpot: NewJackpot = { id, title, kind, currency, ...terms };
    await host.db.tx(async tx => {
      await jackpots.office.draft(tx, jackpot, owner);
      const { request } = await jackpots.office.start(tx, { id, reason }, owner);
      const { rows } = await tx.query<{ hash: Uint8Array }>(
        "SELECT payload_hash AS hash FROM approvals.requests WHERE id = $1",
        [request.id],
      );
      const by = { id: second.id, name: second.name, role: "finance", address: null, requestId: null };
      await approvals.approve(tx, request.id, required(rows[0], "just asked").hash, by);
    });
  }
}

export interface Operator {
  readonly id: Uuid;
  readonly name: string;
}

/** The first operator of a role. */
export async function operatorIn(host: Host, role: string): Promise<Operator> {
  const { rows } = await host.db.query<{ id: Uuid; name: string }>(
    "SELECT id, name FROM operators.operators WHERE role = $1 ORDER BY created_at LIMIT 1",
    [role],
  );
  return required(rows[0], `the ${role} of the demo`);
}
