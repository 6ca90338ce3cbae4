import { BadgeCheck, CircleAlert } from "lucide-react";
import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { tableName } from "../shared/round.ts";
import type { CheckedSpin } from "./use-commitment.ts";

interface CommitmentLineProps {
  readonly spin: CheckedSpin;
  readonly number: number;
  readonly language: Language;
}

/** Under the number: whether it matches the commitment, as an alert if not; and a link to the verifier. */
export function CommitmentLine({ spin: { round, matchesHash }, number, language }: CommitmentLineProps) {
  const { t } = useTranslation("roulette");
  const href = useHref();
  return (
    <p className={`rl-verified ${matchesHash ? "win" : "bad"}`} role={matchesHash ? undefined : "alert"}>
      <Icon of={matchesHash ? BadgeCheck : CircleAlert} size={18} />
      <span>
        {t(matchesHash ? "matches" : "no_match")}{" "}
        <Link
          to={href(`/verify/${tableName}-${round}`)}
          aria-label={t("check_round", { round: showCount(round, language), number })}
        >
          {t("verify")}
        </Link>
      </span>
    </p>
  );
}
