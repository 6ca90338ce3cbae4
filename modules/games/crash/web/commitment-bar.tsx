import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { SealDisc } from "#modules/fairness/web/seal-disc.tsx";
import { ends } from "#modules/fairness/web/seed-bar.tsx";
import type { CrashView } from "./crash-view.ts";

/** The last row of the stage: this round's commitment, and a link to the verifier. */
export function CommitmentBar({ view, language }: { view: CrashView; language: Language }) {
  const { t } = useTranslation("crash");
  const href = useHref();
  const hash = view.commitment ?? "";
  return (
    <div className="seedbar">
      <SealDisc of={hash || "b41c0e97aa52f6c0"} />
      <span className="nowrap">{t("hash")}</span>
      <span className="mono ellipsis grow subdued" title={hash}>
        {hash && t("hash_line", { hash: ends(hash, 14, 8), round: showCount(view.round ?? 0, language) })}
      </span>
      <Link className="act" to={href(view.round === null ? "/verify" : `/verify/crash-${view.round}`)}>
        <Icon of={ShieldCheck} size={16} />
        {t("verify")}
      </Link>
    </div>
  );
}
