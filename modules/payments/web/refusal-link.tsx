import { Link } from "react-router";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import type { ApiError } from "#kit/web/api-error.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";

/** Where a refusal leads to: a page, or a modal over this one. */
const linkTexts: Readonly<Record<string, string | null>> = {
  verification_required: "/profile/setting",
  instrument_cooling: null,
  address_not_allowed: "/profile/access",
  wagering_open: "/profile/bonuses",
  payout_limit_reached: null,
  debt_open: "?deposit",
  deposit_limit_reached: "/profile/limits",
  deposits_blocked: "/profile/limits",
  deposits_blocked_age: "/profile/setting",
  deposits_paused: null,
  policy_acceptance_required: "/terms",
};

export function hasRefusalLink({ code }: ApiError): boolean {
  return code in linkTexts;
}

interface RefusalLinkProps {
  readonly refusal: Pick<ApiError, "code" | "data">;
  /** Currency of sums that name none; not needed where the refusal has no sums. */
  readonly currency?: Currency;
  /** Withdraws nevertheless: the bonus ends, also before its start, and its bonus money is lost. */
  onGiveUp?(bonus: string): void;
}

/** A refused deposit or payout: the reason, with the number or date that helps, and a link or a button to resolve it. */
export function RefusalLink({ refusal, currency, onGiveUp }: RefusalLinkProps) {
  const { t } = useTranslation("payments");
  const language = languageOf(useLocale());
  const href = useHref();
  const link = useModalLink();
  const { code, data } = refusal;
  const needsProofOfAge = useSession(state => state.user?.needs_proof_of_age ?? false);
  const cause = code === "deposits_blocked" && needsProofOfAge ? "deposits_blocked_age" : code;
  const linkText = linkTexts[cause] ?? null;
  // A bonus requirement or a recalled deposit may be in another currency than the one shown.
  const of = typeof data.currency === "string" && isCurrency(data.currency) ? data.currency : currency;
  const money = (value: unknown) =>
    of && typeof value === "string" ? showMoney(parseDecimal(value), of, language, { brief: true }) : "";
  const moment = (value: unknown) => (typeof value === "string" ? showDayAndTime(value, language) : "");
  const breakEnds = useSession(state => state.user?.blocked_until ?? null);
  const key = cause === code ? keyOf(refusal, breakEnds) : cause;
  const facts = {
    sum: money(data.left ?? data.owed ?? data.limit),
    lost: money(data.gives_up),
    limit: money(data.limit),
    time: moment(data.from ?? data.until ?? breakEnds),
    level: t(`way.level_${data.level === 1 || data.level === 2 ? data.level : 3}`),
  };
  return (
    <div className="note warn pay-way" role="alert">
      <p>{t.in("way", key, facts)}</p>
      {onGiveUp && typeof data.bonus_id === "string" && <GiveUp bonus={data.bonus_id} onGiveUp={onGiveUp} />}
      {linkText && (
        <p>
          <Link
            to={linkText === "?deposit" ? link("deposit") : href(linkText)}
            preventScrollReset={linkText === "?deposit"}
          >
            {t.in("way", `to_${cause}`)}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The text above names what is lost. */
function GiveUp({ bonus, onGiveUp }: { bonus: string; onGiveUp(bonus: string): void }) {
  const { t } = useTranslation("payments");
  return (
    <p>
      <Button variant="outline" size="s" onClick={() => onGiveUp(bonus)}>
        {t("way.give_up_bonus")}
      </Button>
    </p>
  );
}

/** Closed deposits show until when, where known; a debt what it is from. */
function keyOf({ code, data }: RefusalLinkProps["refusal"], breakEnds: string | null): string {
  if (code === "wagering_open" && data.status === "waiting") return "bonus_waits";
  if (code === "debt_open" && data.cause === "settlement") return "debt_of_bet";
  if (code === "deposits_paused" && data.until === null) return "deposits_suspended";
  return code === "deposits_blocked" && breakEnds !== null ? "deposits_blocked_until" : code;
}
