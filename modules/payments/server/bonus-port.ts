import type { Tx } from "#kit/db/db.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { DepositBonusView } from "../shared/contract.ts";

/** A deposit that was credited, and the bonus that its player chose with it. */
export interface BonusDeposit {
  readonly player: PlayerId;
  readonly currency: Currency;
  /** The credited amount, less what of it has repaid a debt. */
  readonly amount: Micros;
  readonly bonus: string;
  /** The payment, as {@link DepositBonuses.recalled} names it. */
  readonly receipt: Uuid;
}

/** How deposits use bonuses, which are a higher module. Without that module there are no bonuses. */
export interface DepositBonuses {
  /** The bonus that waits for a deposit of this player, claimed now if it was an offer; undefined when it cannot be chosen. May fail with `bonus_unavailable`. */
  choose(
    tx: Tx,
    session: Pick<Session, "player" | "currency">,
    bonus: string,
  ): Promise<{ readonly id: Uuid } | undefined>;
  /** The bonuses that the player can choose with a deposit now. */
  offered(session: Pick<Session, "player" | "currency">, locale: Locale): Promise<readonly DepositBonusView[]>;
  /** In the transaction that credits the deposit. */
  credited(tx: Tx, deposit: BonusDeposit): Promise<void>;
  /** In the transaction that books the recall of a credited payment by its bank. */
  recalled(tx: Tx, payment: { readonly player: PlayerId; readonly receipt: Uuid }): Promise<void>;
}

export const noBonuses: DepositBonuses = {
  choose: async () => undefined,
  offered: async () => [],
  credited: async () => undefined,
  recalled: async () => undefined,
};
