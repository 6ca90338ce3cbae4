import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";

interface NewKeyProps {
  readonly name: string;
  make(reason: string): Promise<{ readonly id: string; readonly secret: string }>;
}

/** Makes a key and shows its secret until the page is left: the server does not return it again. */
export function NewKey({ name, make }: NewKeyProps) {
  const { t } = useTranslation("office");
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>();
  return (
    <>
      <Decide
        action={t("providers.new_key")}
        title={t("providers.new_key_title", { name })}
        text={t("providers.new_key_text")}
        asksReason
        onDecide={async reason => setMade(await make(reason))}
      />
      {made && (
        <output className="change mono">
          {t("providers.secret_once")} {made.id} {made.secret}
        </output>
      )}
    </>
  );
}
