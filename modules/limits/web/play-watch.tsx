import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";
import { answerCheck, getPlay, type PlayView } from "../shared/contract.ts";
import { checkAnswered } from "./check-answered.ts";
import { showClock } from "./durations.ts";
import { PlayClock } from "./play-clock.tsx";
import { RealityCheck } from "./reality-check.tsx";
import { useRoundOpen } from "./round-open.ts";

/** A server response, and when it arrived by this page's clock, in milliseconds since 1970. */
interface Known {
  readonly view: PlayView;
  readonly at: number;
}

/** Minimum interval between requests of a fast player. */
const pollEveryMs = 1000;
/** Poll interval while a check waits for the end of a round. */
const roundPollMs = 2000;

/** Play time and result, beside every game; and the reality check when it is due. */
export default function PlayWatch() {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const active = useSession(state => state.user?.currency ?? null);
  // During a break play is impossible, so there is nothing to check.
  const isOnBreak = useIsOnBreak();
  const roundOpen = useRoundOpen();
  const { known, answer } = usePlay(roundOpen);
  const seconds = useElapsed(known);
  if (!known || !isCurrency(active ?? "") || known.view.started_at === null) return <PlayClock />;
  const currency = active as Currency;
  const { view } = known;
  const sums = view.net.find(each => each.currency === currency) ?? { staked: "0", returned: "0", net: "0" };
  const net = showMoney(parseDecimal(sums.net), currency, language, { signed: true });
  const label = t("play.clock", { time: showClock(seconds), net });
  return (
    <>
      <PlayClock time={showClock(seconds)} net={net} label={label} />
      {view.check_due && !view.round_open && !roundOpen && !isOnBreak && (
        <RealityCheck seconds={seconds} sums={sums} currency={currency} onContinue={answer} />
      )}
    </>
  );
}

/**
 * Requested when the page opens, whenever the shown balance has changed, and when a check is due: so the result of the
 * session never reveals a round before the game does. While a round of a game in a frame is open, the read waits for its end.
 */
function usePlay(roundOpen: boolean) {
  const balance = useSession(state => state.user?.total_balance);
  const { data: view, dataUpdatedAt: at, isFetching, refetch } = useQuery(getPlay, {});
  const known = useMemo<Known | null>(() => (view ? { view, at } : null), [view, at]);
  /** The balance of the last read, and when it was sent. */
  const read = useRef({ balance, at: performance.now() });
  useEffect(() => {
    if (isFetching || roundOpen || read.current.balance === balance) return;
    const load = () => {
      read.current = { balance, at: performance.now() };
      void refetch();
    };
    const timer = setTimeout(load, Math.max(0, read.current.at + pollEveryMs - performance.now()));
    return () => clearTimeout(timer);
  }, [balance, isFetching, roundOpen, refetch]);
  useEffect(() => {
    const wait = known && msToCheck(known);
    if (wait === null) return;
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [known, refetch]);
  // A response sent before the check was answered may still report it as due: it is ignored.
  const { mutate } = useMutation(answerCheck, replaces(getPlay));
  const answer = useCallback(async () => {
    await mutate({});
    dispatchEvent(new Event(checkAnswered));
  }, [mutate]);
  return { known, answer };
}

/** Time until the next poll of the check, by the server's clock; null if none is needed. */
function msToCheck({ view }: Known): number | null {
  if (view.started_at === null || view.check_at === null) return null;
  if (view.check_due) return view.round_open ? roundPollMs : null;
  const played = Date.parse(view.started_at) + view.session_seconds * 1000;
  return Math.max(500, Date.parse(view.check_at) - played + 300);
}

function useElapsed(known: Known | null): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick(count => count + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
  return known ? known.view.session_seconds + (Date.now() - known.at) / 1000 : 0;
}
