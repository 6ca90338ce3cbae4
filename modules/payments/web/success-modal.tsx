import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import "./pay-in.css";

/** A payment that was credited. Amounts as the wire has them. */
export interface Paid {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  /** What the invoice was for. */
  readonly asked: string;
  /** The amount received differs from the requested one. */
  readonly changed: boolean;
  readonly toBeReturned: string;
}

interface SuccessModalProps {
  readonly paid: Paid;
  /** There is a game to return to; without one a first game is offered, and the list of all. */
  readonly inGame: boolean;
  onClose(): void;
  onPlay(): void;
  onGames(): void;
}

/** The deposit was credited: the invoice's seal animation plays once. */
export default function SuccessModal({ paid, inGame, onClose, onPlay, onGames }: SuccessModalProps) {
  const { t } = useTranslation("payments");
  const language = languageOf(useLocale());
  const balance = useSession(({ user }) => (user?.currency === paid.currency ? user.total_balance : null));
  const show = (sum: string) => showMoney(parseDecimal(sum), paid.currency as Currency, language);
  return (
    <Modal title={t("pay.success")} closeText={t("pay.close")} onClose={onClose}>
      <div className="pay-done">
        <Seal of={paid.id.replaceAll("-", "")} size={150} points={220} drawn middle="checked" />
        <b className="display win">{show(paid.amount)}</b>
        <p className="muted">{t("pay.success_text")}</p>
        {balance !== null && <p className="num">{t("pay.balance_now", { sum: show(balance) })}</p>}
        {paid.changed && (
          <p className="note">{t("pay.changed", { asked: show(paid.asked), sum: show(paid.amount) })}</p>
        )}
        {/[1-9]/.test(paid.toBeReturned) && (
          <p className="note warn">{t("pay.to_be_returned", { sum: show(paid.toBeReturned) })}</p>
        )}
        <Button variant="primary" size="l" wide onClick={onPlay}>
          {t(inGame ? "pay.continue" : "pay.first_game")}
        </Button>
        {!inGame && (
          <Button variant="ghost" wide onClick={onGames}>
            {t("pay.play")}
          </Button>
        )}
      </div>
    </Modal>
  );
}
