import { useState } from "react";
import { Input } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { CsvButton } from "#kit/web/csv-button.tsx";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { betKinds, getOwnBetsFile } from "#modules/bets/shared/contract.ts";
import type { OwnFilter } from "#modules/bets/web/own-bets.tsx";
import { gamesBelow, menuGames } from "#modules/games/printed/menu.ts";
import { getBillingHistoryFile } from "#modules/payments/shared/contract.ts";
import { periodNames } from "#modules/statements/web/periods.ts";
import { type Period, usePeriod } from "#modules/statements/web/use-period.ts";
import { BetsCard } from "./bets-card.tsx";
import { PastSessionsCard } from "./past-sessions-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";

/** The games by which bets can be filtered. */
const games = [...menuGames.map(({ game }) => game), ...(Object.keys(gamesBelow) as (keyof typeof gamesBelow)[])];
const kindTexts = { "in-house": "menu.house_games", slots: "menu.slots", "live-casino": "menu.live" } as const;

/** Bets of the active currency, payments and sign-ins; by game, kind and time, page by page, and as files. */
export default function HistoryPage() {
  const { t } = useTranslation("lobby", "profile");
  const { period, choose, days, setDays, span: chosen } = usePeriod("all");
  const [game, setGame] = useState("");
  const [kind, setKind] = useState("");
  const span = period === "all" ? {} : chosen;
  const isKind = betKinds.some(each => each === game);
  const bets: OwnFilter = { ...span, ...(game !== "" && (isKind ? { kind: game } : { game })) };
  const payments: OwnFilter = { ...span, ...(kind !== "" && { kind }) };
  return (
    <>
      <PageHead title={t("profile:history")} noIndex />
      <section className="card history filters">
        <Tabs<Period>
          small
          label={t("profile:period")}
          value={period}
          onChange={choose}
          items={(["all", ...periodNames] as const).map(name => ({ value: name, text: t(`profile:periods.${name}`) }))}
        />
        {period === "own" && (
          <div className="row wrap">
            {(["first", "last"] as const).map(end => (
              <Input
                key={end}
                type="date"
                label={t(`profile:${end}_day`)}
                value={days[end]}
                onChange={({ target }) => setDays({ ...days, [end]: target.value })}
              />
            ))}
          </div>
        )}
        {span === null && (
          <p className="note warn" role="alert">
            {t("profile:no_period")}
          </p>
        )}
      </section>
      {span !== null && (
        <>
          <BetsCard
            filter={bets}
            action={
              <div className="row wrap">
                <Choice
                  label={t("profile:game")}
                  value={game}
                  onChange={setGame}
                  items={[
                    ["", t("profile:all_games")],
                    ...betKinds.map(kind => [kind, t(kindTexts[kind])] as const),
                    ...games.map(name => [name, t(`games.${name}`)] as const),
                  ]}
                />
                <CsvButton
                  route={getOwnBetsFile}
                  filter={bets}
                  name="fairhouse-bets.csv"
                  label={t("profile:bets_file")}
                  failed={t("profile:file_failed")}
                />
              </div>
            }
          />
          <PaymentsCard
            filter={payments}
            action={
              <div className="row wrap">
                <Choice
                  label={t("profile:kind")}
                  value={kind}
                  onChange={setKind}
                  items={[
                    ["", t("profile:all_payments")],
                    ["deposit", t("profile:deposits")],
                    ["payout", t("profile:withdrawals")],
                  ]}
                />
                <CsvButton
                  route={getBillingHistoryFile}
                  filter={payments}
                  name="fairhouse-payments.csv"
                  label={t("profile:payments_file")}
                  failed={t("profile:file_failed")}
                />
              </div>
            }
          />
        </>
      )}
      <PastSessionsCard />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly items: readonly (readonly [value: string, text: string])[];
  onChange(value: string): void;
}

function Choice({ label, value, items, onChange }: ChoiceProps) {
  return (
    <select
      className="input-box pick"
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {items.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
