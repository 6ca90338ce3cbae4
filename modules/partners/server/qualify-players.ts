import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { recalledDeposits } from "#modules/payments/server/index.ts";
import type { Plan } from "../shared/plan.ts";
import { planOn } from "./close-month.ts";
import { flaggedPlayers } from "./flag-store.ts";
import { dayOf, monthOf } from "./months.ts";
import { cpasOf, insertCpa, playersOf, type ReferredPlayer } from "./player-store.ts";
import { depositedOf, type FeeGames, readLines } from "./read-month.ts";
import { approvedPartners, type PartnerRow, plansOf } from "./store.ts";

export interface QualifyNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  readonly feeGames: FeeGames;
  levelOf(on: Queryable, player: PlayerId): Promise<number>;
}

/** Days in which a player has to deposit and play, and for which what is paid for them is held afterwards. */
const daysToQualify = 30;
const daysHeld = 30;

/** Players for whom their partner is paid once: level 1, deposit and theoretical loss of the plan within 30 days, no recalled deposit, no confirmed flag. */
export async function qualifyPlayers(needs: QualifyNeeds): Promise<void> {
  const now = needs.host.clock.now();
  for (const partner of await approvedPartners(needs.host.db)) {
    const cpa = planOn(await plansOf(needs.host.db, partner.id), monthOf(now))?.plan.cpa;
    if (cpa && partner.status === "approved") await qualifyOf(needs, partner, cpa);
  }
}

async function qualifyOf(needs: QualifyNeeds, partner: PartnerRow, cpa: NonNullable<Plan["cpa"]>): Promise<void> {
  const { db, clock } = needs.host;
  const today = dayOf(clock.now());
  const known = new Set((await cpasOf(db, partner.id)).map(({ playerId }) => playerId));
  const confirmed = await flaggedPlayers(db, partner.id, "confirmed");
  for (const player of await playersOf(db, partner.id)) {
    const { playerId, registeredAt, excluded } = player;
    const until = dayOf(registeredAt.getTime()) + daysToQualify;
    if (excluded !== null || known.has(playerId) || confirmed.has(playerId) || today > until + 1) continue;
    if (!(await isReached(needs, partner, player, cpa))) continue;
    await insertCpa(db, {
      playerId,
      partnerId: partner.id,
      amount: parseDecimal(cpa.amount),
      qualifiedAt: new Date(clock.now()),
      dueOn: today + daysHeld,
    });
  }
}

async function isReached(
  { host: { db }, feeGames, levelOf }: QualifyNeeds,
  { currency }: PartnerRow,
  { playerId, registeredAt }: ReferredPlayer,
  cpa: NonNullable<Plan["cpa"]>,
): Promise<boolean> {
  const from = dayOf(registeredAt.getTime());
  const before = from + daysToQualify;
  if ((await depositedOf(db, playerId, { from, before, to: currency })) < parseDecimal(cpa.deposit)) return false;
  if ((await recalledDeposits(db, [playerId])).size > 0) return false;
  const lines = await readLines(db, [playerId], { from, before, to: currency, feeGames });
  const loss = lines.reduce((sum, each) => sum + each.lines.loss, 0n);
  return loss >= parseDecimal(cpa.loss) && (await levelOf(db, playerId)) >= 1;
}
