import { useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { LateModal } from "#kit/ui/late-modal.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { partsOf, useSecondsLeft } from "#kit/web/use-seconds-left.ts";
import { getBillingData } from "#modules/payments/shared/contract.ts";
import { type AdPromotion, type BonusView, listBonuses, listOffers, redeemPromoCode } from "../shared/contract.ts";
import { BonusFacts } from "./bonus-facts.tsx";

interface PromotionDialogProps {
  readonly promotion: AdPromotion;
  readonly isPlayer: boolean;
  /** In milliseconds since 1970; null for never. */
  readonly endsAt: number | null;
  /** A guest registers: the code goes with the registration. */
  onRegister(): void;
  onClose(): void;
}

/** The promotion of an advertisement, once: what it brings and costs, and what the visitor may do with it. */
export default function PromotionDialog(props: PromotionDialogProps) {
  const { t } = useTranslation("bonuses");
  const left = useSecondsLeft(props.endsAt);
  const [taken, setTaken] = useState<BonusView | null>(null);
  const { promotion, onClose } = props;
  const state = taken ? "claimed" : left === 0 && promotion.state === "open" ? "ended" : promotion.state;
  return (
    <LateModal title={t("promotion.title")} closeText={t("promotion.close")} onClose={onClose}>
      <div className="col gap-4">
        <Brings promotion={promotion} />
        {state === "open" && left !== null && <p className="muted">{t("promotion.left", partsOf(left))}</p>}
        {state === "open" && promotion.offer && (
          <div>
            <BonusFacts bonus={promotion.offer} />
          </div>
        )}
        {state !== "open" && (
          <p role="status">
            {taken
              ? t("code.taken", { name: taken.name })
              : t(`promotion.${state}`, { currency: promotion.offer?.currency ?? "" })}
          </p>
        )}
        <Actions {...props} state={state} onTaken={setTaken} />
      </div>
    </LateModal>
  );
}

function Brings({ promotion: { type, value, offer } }: Pick<PromotionDialogProps, "promotion">) {
  const { t } = useTranslation("bonuses");
  const language = languageOf(useLocale());
  if (!offer)
    return (
      <p>
        <b>{t(isKnown(type) ? `promotion.types.${type}` : "promotion.types.other", { value })}</b>
      </p>
    );
  const sum = showMoney(parseDecimal(offer.amount), offer.currency as Currency, language);
  return (
    <div className="row spread">
      <b>{offer.name}</b>
      <b>{offer.percent === null ? sum : t("card.up_to", { percent: offer.percent, sum })}</b>
    </div>
  );
}

const known = ["deposit", "registration", "free_spins"] as const;
const isKnown = (type: string): type is (typeof known)[number] => (known as readonly string[]).includes(type);

function Actions({
  promotion,
  isPlayer,
  state,
  onRegister,
  onClose,
  onTaken,
}: PromotionDialogProps & { readonly state: AdPromotion["state"]; onTaken(bonus: BonusView): void }) {
  const { t } = useTranslation("bonuses");
  const modal = useModalLink();
  const href = useHref();
  const button = buttonClass({ variant: "secondary", size: "l", className: "grow" });
  if (state === "open" && !isPlayer)
    return (
      <div className="row wrap">
        <Link className={button} to={modal("signup")} preventScrollReset onClick={onRegister}>
          {t("promotion.register")}
        </Link>
        <Close className={button} onClose={onClose} />
      </div>
    );
  if (state === "open" && promotion.offer) return <Use code={promotion.code} onClose={onClose} onTaken={onTaken} />;
  return (
    <div className="row wrap">
      {isPlayer && (
        <Link className={button} to={href("/bonuses")} onClick={onClose}>
          {t("promotion.bonuses")}
        </Link>
      )}
      <Close className={button} isOver onClose={onClose} />
    </div>
  );
}

function Use({ code, onClose, onTaken }: { code: string; onClose(): void; onTaken(bonus: BonusView): void }) {
  const { t } = useTranslation("bonuses");
  const { mutate, isPending } = useMutation(redeemPromoCode, {
    invalidates: [listBonuses, listOffers, getBillingData],
  });
  const { lines } = useErrorTexts("bonuses");
  const [why, setWhy] = useState<string | null>(null);
  const button = buttonClass({ variant: "secondary", size: "l", className: "grow" });
  async function use(): Promise<void> {
    if (isPending) return;
    setWhy(null);
    try {
      onTaken(await mutate({ body: { code } }));
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
  return (
    <>
      {why !== null && <p role="alert">{why}</p>}
      <div className="row wrap">
        <button type="button" className={button} aria-busy={isPending} disabled={isPending} onClick={() => void use()}>
          {t("promotion.claim")}
        </button>
        <Close className={button} onClose={onClose} />
      </div>
    </>
  );
}

/** Both buttons are alike: without a bonus has equal weight. */
function Close({ className, isOver = false, onClose }: { className: string; isOver?: boolean; onClose(): void }) {
  const { t } = useTranslation("bonuses");
  return (
    <button type="button" className={className} onClick={onClose}>
      {t(isOver ? "promotion.done" : "promotion.close")}
    </button>
  );
}
