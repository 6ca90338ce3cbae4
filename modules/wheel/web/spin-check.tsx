import { useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Spin } from "../shared/contract.ts";

/** Computes a turn again, in this browser. */
export function SpinCheck({ spin }: { spin: Spin }) {
  const { t } = useTranslation("wheel");
  const language = languageOf(useLocale());
  const [verdict, setVerdict] = useState<"right" | "wrong" | "not_revealed" | null>(null);
  const check = async () => {
    const [{ verifySpin }, { nobleHashes }] = await Promise.all([
      import("../shared/verify.ts"),
      import("#kit/fair/noble.ts"),
    ]);
    setVerdict(verifySpin(spin, nobleHashes));
  };
  return (
    <div className="col g2">
      <span className="row mut sm">
        {t("ticket", { ticket: showCount(spin.ticket, language) })}
        <Button size="s" look="out" onClick={() => void check()}>
          {t("check")}
        </Button>
      </span>
      {verdict && <p className={verdict === "wrong" ? "note warn" : "note"}>{t(verdict)}</p>}
    </div>
  );
}
