import { seesOffers } from "#modules/limits/server/index.ts";
import type { DepositBonuses } from "#modules/payments/server/index.ts";
import { depositBonusesOf, offeredAt, offersFor } from "./campaign-store.ts";
import { claimBonus } from "./claim-bonus.ts";
import { forfeitRecalled } from "./forfeit-recalled.ts";
import type { BonusNeeds } from "./needs.ts";
import { depositBonusView } from "./offer-views.ts";
import { fundByDeposit } from "./start-bonus.ts";
import { lockWaiting } from "./waiting-store.ts";

/** How deposits use bonuses: chosen with a deposit, funded by it, and forfeited when it is recalled. */
export function depositBonuses(needs: BonusNeeds): DepositBonuses {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  return {
    async choose(tx, session, id) {
      const waiting = await lockWaiting(tx, session.player, id);
      if (waiting) return waiting.kind === "deposit" && waiting.funded === null ? waiting : undefined;
      const claimed = await lockWaiting(tx, session.player, await claimBonus(needs, tx, session, id));
      return claimed?.kind === "deposit" ? claimed : undefined;
    },
    async offered({ player, currency }, locale) {
      if (!currency || !(await seesOffers(host.db, player, now()))) return [];
      const waiting = await depositBonusesOf(host.db, player, currency, now());
      const offers = (await offersFor(host.db, player, currency, offeredAt(host))).filter(
        ({ kind }) => kind === "deposit",
      );
      return [...waiting, ...offers].map(each => depositBonusView(each, locale));
    },
    credited: (tx, deposit) => fundByDeposit(needs, tx, deposit),
    recalled: (tx, payment) => forfeitRecalled(needs, tx, payment),
  };
}
