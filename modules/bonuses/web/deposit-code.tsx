import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { codeInput, usePromoCode } from "./use-promo-code.ts";

/** A promo code in the deposit form, which is a form already: Enter redeems the code and does not open an invoice. */
export default function DepositCode() {
  const { t } = useTranslation("bonuses");
  const { code, setCode, why, taken, isPending, redeem } = usePromoCode();
  return (
    <details className="pay-code">
      <summary className="sm">{t("code.have")}</summary>
      <Input
        {...codeInput}
        label={t("code.label")}
        value={code}
        error={why}
        onChange={event => setCode(event.target.value)}
        onKeyDown={event => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void redeem();
        }}
        tail={
          <Button type="button" variant="secondary" size="s" busy={isPending} onClick={() => void redeem()}>
            {t("code.use")}
          </Button>
        }
      />
      <p role="status" className="sm">
        {taken !== null &&
          t(taken.status === "waiting" && taken.percent !== null ? "code.choose" : "code.taken", { name: taken.name })}
      </p>
    </details>
  );
}
