import { useEffect, useRef } from "react";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { listBonuses, listOffers, redeemPromoCode } from "../shared/contract.ts";

/** Redeems the code that was typed with the registration, once, and says whether it could be used. */
export default function RegistrationCode({ code, onDone }: { readonly code: string; onDone(): void }) {
  const { t } = useTranslation("bonuses");
  const { mutate } = useMutation(redeemPromoCode, { invalidates: [listBonuses, listOffers] });
  const { lines } = useErrorTexts("bonuses");
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate({ body: { code } })
      .then(
        ({ name }) => notify({ kind: "info", lines: [t("code.taken", { name })] }),
        error => notify({ kind: "error", title: t("code.title"), lines: lines(error) }),
      )
      .finally(onDone);
  }, [code, mutate, t, lines, onDone]);
  return null;
}
