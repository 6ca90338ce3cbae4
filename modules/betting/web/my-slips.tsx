import { useMemo, useState } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { CsvButton } from "#kit/web/csv-button.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { usePages, useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useTimeZone } from "#kit/web/use-dates.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { daysOf, instantsOf, type PeriodName } from "#modules/statements/web/periods.ts";
import {
  type BettingSlip,
  getBettingSlips,
  getBettingSlipsFile,
  type SlipOutcome,
  slipOutcomes,
} from "../shared/contract.ts";
import { SlipCard } from "./slip-card.tsx";

type State = "open" | "ended";

interface Filter {
  readonly outcome?: SlipOutcome;
  readonly from?: string;
  readonly to?: string;
}
const everything: Filter = {};
const periods = ["week", "month", "year"] as const satisfies readonly PeriodName[];

/** The player's slips: open ones can be cashed out, ended ones say why they ended as they did. */
export function MySlips() {
  const { t } = useTranslation("betting");
  const modal = useModalLink();
  const status = useSession(session => session.status);
  const [state, setState] = useState<State>("open");
  if (status === "guest")
    return (
      <Link className={buttonClass({ variant: "primary", wide: true })} to={modal("login")} preventScrollReset>
        {t("slip.sign_in_mine")}
      </Link>
    );
  return (
    <div className="col gap-3">
      <Tabs<State>
        label={t("slip.mine")}
        value={state}
        onChange={setState}
        fill
        small
        items={[
          { value: "open", text: t("slip.open") },
          { value: "ended", text: t("slip.ended") },
        ]}
      />
      {state === "open" ? <SlipList key="open" state="open" filter={everything} /> : <EndedSlips />}
    </div>
  );
}

/** Ended slips by outcome and time, and all of them as a file. */
function EndedSlips() {
  const { t } = useTranslation("betting");
  const [outcome, setOutcome] = useState<SlipOutcome | "">("");
  const [period, setPeriod] = useState<(typeof periods)[number] | "">("");
  const zone = useTimeZone();
  const filter = useMemo<Filter>(() => {
    const span = period === "" ? null : instantsOf(daysOf(period, new Date(), zone), zone);
    return { ...(outcome !== "" && { outcome }), ...span };
  }, [outcome, period, zone]);
  return (
    <>
      <div className="row wrap gap-2">
        <select
          className="input-box"
          aria-label={t("mine.outcome")}
          value={outcome}
          onChange={({ target }) => setOutcome(slipOutcomes.find(each => each === target.value) ?? "")}
        >
          <option value="">{t("mine.all")}</option>
          {slipOutcomes.map(each => (
            <option key={each} value={each}>
              {t(`mine.outcomes.${each}`)}
            </option>
          ))}
        </select>
        <select
          className="input-box"
          aria-label={t("mine.period")}
          value={period}
          onChange={({ target }) => setPeriod(periods.find(each => each === target.value) ?? "")}
        >
          <option value="">{t("mine.always")}</option>
          {periods.map(each => (
            <option key={each} value={each}>
              {t(`mine.periods.${each}`)}
            </option>
          ))}
        </select>
        <CsvButton
          route={getBettingSlipsFile}
          filter={{ ...filter }}
          name="fairhouse-slips.csv"
          label={t("mine.file")}
          failed={t("mine.file_failed")}
        />
      </div>
      <SlipList key={JSON.stringify(filter)} state="ended" filter={filter} />
    </>
  );
}

function SlipList({ state, filter }: { state: State; filter: Filter }) {
  const { t } = useTranslation("betting");
  const { lines } = useErrorTexts("betting");
  const { pages, error, more, again, fromTop } = usePages(
    getBettingSlips,
    cursor => ({ query: Object.assign({ state }, filter, cursor !== undefined && { cursor }) }),
    // A slip that was edited or cashed out since the list was last shown must not be acted on.
    { fresh: state === "open" },
  );
  const current = useCurrent(state);
  const slips = (pages ?? []).flatMap(page => page.items.map(slip => current.get(slip.id) ?? slip));
  const failure = error && (
    <p className="note danger" role="alert">
      {lines(error).join(" ")} <Button onClick={again}>{t("slip.again")}</Button>
    </p>
  );
  if (!pages) return failure ?? <Skeleton height={160} />;
  if (!failure && slips.length === 0)
    return (
      <p className="muted slip-empty">
        {t(state === "open" ? "slip.no_open" : Object.keys(filter).length > 0 ? "mine.none_such" : "slip.no_ended")}
      </p>
    );
  return (
    <>
      {/* Above the slips, not in their place: one of them may ask to confirm a cash-out whose response was lost. */}
      {failure}
      {slips.map(slip => (
        <SlipCard key={slip.id} slip={slip} onChanged={fromTop} />
      ))}
      {more && <Button onClick={more}>{t("slip.more")}</Button>}
    </>
  );
}

const pollMs = { live: 1_000, other: 5_000 } as const;

/** The newest open slips with their offers of this moment, by id. */
function useCurrent(state: State): ReadonlyMap<string, BettingSlip> {
  const { data } = useQuery(
    getBettingSlips,
    { query: { state } },
    {
      enabled: state === "open",
      fresh: true,
      pollMs: page => pollMs[page?.items.some(({ legs }) => legs.some(leg => leg.is_live)) ? "live" : "other"],
    },
  );
  return new Map((data?.items ?? []).map(slip => [slip.id, slip]));
}
