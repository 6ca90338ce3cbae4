import { useState } from "react";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { getBillingData } from "#modules/payments/shared/contract.ts";
import { type BonusView, listBonuses, listOffers, redeemPromoCode } from "../shared/contract.ts";

/** A field for a promo code: what is typed, why it was refused, and the bonus that it has brought. */
export function usePromoCode() {
  const { mutate, isPending } = useMutation(redeemPromoCode, {
    invalidates: [listBonuses, listOffers, getBillingData],
  });
  const { lines } = useErrorTexts("bonuses");
  const [code, setCode] = useState("");
  const [why, setWhy] = useState<string>();
  const [taken, setTaken] = useState<BonusView | null>(null);
  async function redeem(): Promise<void> {
    if (isPending || code.trim() === "") return;
    setWhy(undefined);
    setTaken(null);
    try {
      setTaken(await mutate({ body: { code: code.trim() } }));
      setCode("");
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
  return { code, setCode, why, taken, isPending, redeem };
}

/** Attributes of every field for a code. */
export const codeInput = {
  name: "promo_code",
  maxLength: 64,
  autoComplete: "off",
  autoCapitalize: "characters",
  spellCheck: false,
} as const;
