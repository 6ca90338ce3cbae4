import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { codeInput, usePromoCode } from "./use-promo-code.ts";

/** Claims the bonus of a promo code. */
export function PromoCodeForm() {
  const { t } = useTranslation("bonuses");
  const { code, setCode, why, taken, isPending, redeem } = usePromoCode();
  return (
    <form
      className="card box"
      onSubmit={event => {
        event.preventDefault();
        void redeem();
      }}
    >
      <h2 className="display">{t("code.title")}</h2>
      <Input
        {...codeInput}
        label={t("code.label")}
        value={code}
        error={why}
        onChange={event => setCode(event.target.value)}
        tail={
          <Button type="submit" variant="secondary" size="s" busy={isPending}>
            {t("code.use")}
          </Button>
        }
      />
      <p role="status">{taken !== null && t("code.taken", { name: taken.name })}</p>
    </form>
  );
}
