import type { Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { roundsOf } from "#modules/free-spins/server/index.ts";
import { mayDeposit } from "#modules/limits/server/index.ts";
import { leastBonus } from "#modules/wagering/shared/grant.ts";
import { bonusEnded } from "../shared/events.ts";
import type { BonusNeeds } from "./needs.ts";
import { fundBonus } from "./start-bonus.ts";
import { endWaiting, lockWaiting, noteRoundsEnded, roundsPastTheirTime, roundsToCollect } from "./waiting-store.ts";

interface Collected {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly id: Uuid;
}

/**
 * The free rounds of a bonus are over: what they have won is its bonus money, which starts at once or in its turn. Under a hundredth it ends with nothing.
 * Nothing happens while a round can be played or is open, during a break of the player, and once it is collected.
 */
export async function collectRounds(needs: BonusNeeds, tx: Tx, { player, currency, id }: Collected): Promise<void> {
  const now = new Date(needs.host.clock.now());
  await needs.wallet.lockBalance(tx, player, currency);
  const bonus = await lockWaiting(tx, player, id);
  if (!bonus?.freeSpins || bonus.funded !== null) return;
  const rounds = (await roundsOf(tx, player, [id], now)).get(id);
  if (!rounds?.isOver || !(await mayDeposit(tx, player, now))) return;
  if (rounds.won >= leastBonus) return fundBonus(needs, tx, { player, currency, id }, rounds.won);
  const isPast = bonus.expiresAt !== null && bonus.expiresAt <= now;
  const end = rounds.left === 0 ? "lost" : rounds.isCancelled && !isPast ? "cancelled" : "expired";
  const ended = await endWaiting(tx, id, end, now);
  if (ended) await needs.host.bus.publish(tx, bonusEnded, { ...ended, end, started: false });
}

/** The player plays no more of the rounds: what they have won is theirs as bonus money, once an open one has ended. */
export async function stopRounds(needs: BonusNeeds, tx: Tx, of: Collected): Promise<void> {
  await needs.freeRounds.end(tx, of.player, of.id);
  await collectRounds(needs, tx, of);
}

const endedAtOnce = 500;

/** Rounds of a step of a welcome pack that were not played in its time end; what the others have won is collected. */
export async function endRoundsPastTheirTime(needs: BonusNeeds): Promise<void> {
  const { db, clock, log } = needs.host;
  const now = new Date(clock.now());
  for (const each of await roundsPastTheirTime(db, now, endedAtOnce))
    await db
      .tx(async tx => {
        await needs.freeRounds.end(tx, each.player, each.id);
        await noteRoundsEnded(tx, each.id, now);
      })
      .catch((err: unknown) => log.error({ err, bonus: each.id }, "free spins of a bonus could not be ended"));
}

const collectedAtOnce = 100;

/**
 * Rounds that were over, and of which no event has said so: expired, cancelled, or played while this module was away. One that cannot be
 * collected, now or because of an error, delays no other.
 */
export async function collectDue(needs: BonusNeeds): Promise<void> {
  const { db, clock, log } = needs.host;
  const now = new Date(clock.now());
  let after: Uuid | undefined;
  do {
    const due = await roundsToCollect(db, now, { after, limit: collectedAtOnce });
    for (const each of due)
      await db
        .tx(tx => collectRounds(needs, tx, each))
        .catch((err: unknown) => log.error({ err, bonus: each.id }, "free spins of a bonus could not be collected"));
    after = due.length === collectedAtOnce ? due.at(-1)?.id : undefined;
  } while (after);
}
