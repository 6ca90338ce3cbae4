import { useEffect, useState } from "react";
import { Modal } from "#kit/ui/modal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { checkAnswered } from "#modules/limits/web/check-answered.ts";
import { termsAsked } from "#modules/limits/web/terms-asked.ts";
import { getUnaccepted } from "../shared/contract.ts";
import { Unaccepted } from "./unaccepted.tsx";

/** Opens when a stake was refused until a policy is accepted: shows each one, and closes after the last. */
export function AcceptDialog() {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const ask = () => setAsked(true);
    addEventListener(termsAsked, ask);
    return () => removeEventListener(termsAsked, ask);
  }, []);
  return asked ? <Dialog onClose={() => setAsked(false)} /> : null;
}

function Dialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("content");
  const language = useLocale();
  const { data } = useQuery(getUnaccepted, { query: { language } }, { fresh: true });
  const [first, ...others] = data ?? [];
  if (!first) return null;
  const done = () => {
    if (others.length > 0) return;
    dispatchEvent(new Event(checkAnswered));
    onClose();
  };
  return (
    <Modal title={t("changed")} closeText={t("close")} onClose={onClose} wide>
      <p>{t("why")}</p>
      <Unaccepted key={first.key} policy={first} onDone={done} />
    </Modal>
  );
}
