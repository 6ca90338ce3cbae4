import { useCallback, useEffect, useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import type { Language } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { checkAnswered } from "#modules/limits/web/check-answered.ts";
import { termsAsked } from "#modules/limits/web/terms-asked.ts";
import type { Closed } from "../shared/contract.ts";

export interface Refusal {
  /** The server's code; `no_response` when none arrived. */
  readonly code: string;
  /** The server's message in the page's language. */
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The message of a refused bet under the stake: the server's, or the page's own with the relevant number. `closed`: why every bet is
 * refused, which is said before one is placed.
 */
export function useRefusal(currency: Currency, language: Language, closed: Closed | null = null) {
  const { t } = useTranslation("bets");
  const fetchUser = useFetchUser();
  const breakEnds = useSession(state => state.user?.blocked_until ?? null);
  const needsProofOfAge = useSession(state => state.user?.needs_proof_of_age ?? false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refuse = useCallback(
    ({ code, message, data }: Refusal) => {
      if (code === "currency_changed") {
        // Changed in another tab. The game's page is recreated for it, so the message must not be shown here.
        notify({ kind: "info", lines: [t("refused.currency")] });
        void fetchUser();
        return;
      }
      if (code === "policy_acceptance_required") dispatchEvent(new Event(termsAsked));
      const money = (value: unknown) =>
        typeof value === "string" ? showMoney(parseDecimal(value), currency, language) : "";
      const known: Readonly<Record<string, string>> = {
        insufficient_funds: t("refused.funds", { balance: money(data.balance) }),
        stake_out_of_limits: t("refused.limits", { min: money(data.min), max: money(data.max) }),
        no_response: t("refused.no_response"),
        win_cap: t("refused.win_cap", { stake: money(data.max_stake) }),
      };
      // The server's message covers limits and breaks alike: during a break the break is shown.
      if (code === "limit_reached" && needsProofOfAge) setRefusal(t("refused.age"));
      else if (code === "limit_reached" && breakEnds !== null)
        setRefusal(t("refused.break", { time: showDayAndTime(breakEnds, language) }));
      else setRefusal(known[code] ?? (message || t("refused.other")));
    },
    [t, currency, language, fetchUser, breakEnds, needsProofOfAge],
  );
  const clear = useCallback(() => setRefusal(null), []);
  useEffect(() => {
    addEventListener(checkAnswered, clear);
    return () => removeEventListener(checkAnswered, clear);
  }, [clear]);
  return { refusal: refusal ?? (closed && t(`closed.${closed}`)), refuse, clear };
}

const limitCodes = [
  "stake_out_of_limits",
  "win_cap",
  "limit_reached",
  "limit_unchecked",
  "play_time_over",
  "reality_check_due",
  "policy_acceptance_required",
];

/** Why a run of autobet ends with this refusal. */
export function reasonOf(code: string): "limits" | "funds" | "error" {
  if (code === "insufficient_funds") return "funds";
  return limitCodes.includes(code) ? "limits" : "error";
}
