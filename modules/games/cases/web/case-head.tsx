import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Case, casesRules, rtpPercentOf } from "../shared/rules.ts";
import { CaseArt } from "./prize-card.tsx";

/** A case page's header: picture, name, and a link back to all cases. */
export function CaseHead({ of, name }: { of: Case; name: string }) {
  const { t } = useTranslation("cases");
  const href = useHref();
  return (
    <div className="case-head">
      <span className="tile g-cases">
        <CaseArt slug={of.slug} />
      </span>
      <div className="col gap-1">
        <Link className="row muted sm" to={href("/games/cases")}>
          <Icon of={ArrowLeft} size={15} />
          {t("all")}
        </Link>
        <h2 className="display">{name}</h2>
        <span className="muted sm">
          {t("facts", { count: of.prizes.length, edge: 100 - rtpPercentOf(casesRules.current) })}
        </span>
      </div>
    </div>
  );
}
