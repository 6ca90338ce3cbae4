import { Check, ShieldCheck, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showMultiplier } from "#kit/i18n/numbers.ts";
import { shortHash } from "#kit/std/short-hash.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import type { CrashPastRound } from "#modules/games/crash/shared/contract.ts";
import { loadHomeLive } from "./home-live.ts";

type Verdict = "checking" | "matched" | "mismatch";

interface ProofCardProps {
  readonly lastRound: CrashPastRound | null;
  readonly record: RoundRecord | null;
}

/** The last round of crash, recomputed in the browser. Seal and check mark appear only if the result is the same. */
export function ProofCard({ lastRound, record }: ProofCardProps) {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const verdict = useVerdict(record);
  return (
    <div className="card home-proof g-crash">
      <div className="row spread">
        <h2 className="display">{t("home.checked")}</h2>
        {lastRound && <VerdictTag verdict={verdict} />}
      </div>
      {lastRound ? <Round round={lastRound} verdict={verdict} /> : <p className="muted">{t("home.no_round")}</p>}
      <span className="sm muted note-s">{t("home.hash_note")}</span>
      <Link className={`${buttonClass({ variant: "secondary", size: "s" })} go`} to={href("/verify")}>
        <Icon of={ShieldCheck} size={17} />
        {t("home.check_own")}
      </Link>
    </div>
  );
}

function Round({ round, verdict }: { round: CrashPastRound; verdict: Verdict }) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  return (
    <>
      <div className="row gap-4">
        <Seal of={round.link} size={96} middle={verdict === "matched" ? "checked" : "none"} />
        <div className="col gap-1 grow">
          <span className="muted sm">{t("home.crash_round", { round: showCount(round.round, language) })}</span>
          <span className="display point">{showMultiplier(round.point, language)}</span>
          <span className="faint xs">{verdict === "matched" ? t("home.by_you") : "\u00a0"}</span>
        </div>
      </div>
      <div className="input-box sm">
        <span className="mono value ellipsis muted">{shortHash(round.link)}</span>
        <CopyButton value={round.link} text={t("home.hash_copy")} done={t("home.hash_copied")} />
      </div>
    </>
  );
}

function VerdictTag({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation("lobby");
  if (verdict === "checking") return <span className="tag">{t("home.checking")}</span>;
  const matched = verdict === "matched";
  return (
    <span className={matched ? "tag signal" : "tag live"} role="status">
      <Icon of={matched ? Check : X} size={13} stroke={2.6} />
      {t(matched ? "home.matched" : "home.mismatch")}
    </span>
  );
}

/** The verifier loads after the first paint; until it has finished nothing is claimed. */
function useVerdict(record: RoundRecord | null): Verdict {
  const [verdict, setVerdict] = useState<Verdict>("checking");
  useEffect(() => {
    if (record === null) return;
    let here = true;
    const timer = setTimeout(async () => {
      const { checkCrashRound } = await loadHomeLive();
      const matched = checkCrashRound(record);
      if (here && matched !== null) setVerdict(matched ? "matched" : "mismatch");
    }, 600);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [record]);
  return verdict;
}
