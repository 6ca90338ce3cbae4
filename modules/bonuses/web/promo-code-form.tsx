import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { listBonuses, listOffers, redeemPromoCode } from "../shared/contract.ts";

/** Claims the bonus of a promo code. */
export function PromoCodeForm() {
  const { t } = useTranslation("bonuses");
  const { mutate, isPending } = useMutation(redeemPromoCode, { invalidates: [listBonuses, listOffers] });
  const { lines } = useErrorTexts("bonuses");
  const [code, setCode] = useState("");
  const [why, setWhy] = useState<string>();
  const [taken, setTaken] = useState<string | null>(null);
  async function redeem(): Promise<void> {
    if (isPending || code.trim() === "") return;
    setWhy(undefined);
    setTaken(null);
    try {
      const { name } = await mutate({ body: { code: code.trim() } });
      setTaken(name);
      setCode("");
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
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
        label={t("code.label")}
        name="code"
        value={code}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={why}
        onChange={event => setCode(event.target.value)}
        tail={
          <Button type="submit" variant="secondary" size="s" busy={isPending}>
            {t("code.use")}
          </Button>
        }
      />
      <p role="status">{taken !== null && t("code.taken", { name: taken })}</p>
    </form>
  );
}
