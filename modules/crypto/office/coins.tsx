import { useState } from "react";
import { showCoins } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { acknowledgeCoinAlarm, readCoinAlarms, readCoins, sweepCoins } from "#modules/crypto/office/contract.ts";
import { coinNames } from "#modules/crypto/shared/coins.ts";
import { call } from "#modules/operators/office/api.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { factsLine } from "#modules/operators/office/parts/facts-line.ts";
import { Moment, Short } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";

/** Chain alarms, coin balances, and sweeps from players' addresses. */
export function CoinsPage() {
  const { t } = useTranslation("office");
  return (
    <OfficePage title={t("pages.coins")}>
      <Alarms />
      <Holdings />
    </OfficePage>
  );
}

function Alarms() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [which, setWhich] = useState<"open" | "all">("open");
  const alarms = useOfficeQuery(readCoinAlarms, { query: { which } }, 15_000);
  const nameOf = (what: string) => t.find(`coins.alarm.${what.replaceAll(" ", "_")}`) ?? what;
  return (
    <Panel
      title={t("coins.alarms")}
      aside={
        <Pick
          label={t("coins.which")}
          value={which}
          choices={[
            ["open", t("coins.which_open")],
            ["all", t("coins.which_all")],
          ]}
          onPick={setWhich}
        />
      }
    >
      <Read of={alarms}>
        {({ data }) => (
          <Table
            name={t("coins.alarms")}
            head={[t("time"), t("players.kind"), t("coins.facts"), t("coins.resolved_by"), ">"]}
            empty={t("coins.no_alarms")}
            rows={data.map(alarm => ({
              key: alarm.id,
              cells: [
                <Moment key="at" at={alarm.at} />,
                <b key="what" className={alarm.acknowledged_at ? undefined : "bad"}>
                  {nameOf(alarm.what)}
                </b>,
                <span key="facts" className="change mono">
                  {factsLine(alarm.facts)}
                </span>,
                alarm.acknowledged_at && (
                  <span key="by">
                    {alarm.acknowledged_by} <Moment at={alarm.acknowledged_at} />
                  </span>
                ),
                !alarm.acknowledged_at && may("coins.write") && (
                  <Decide
                    key="do"
                    action={t("coins.acknowledge")}
                    title={nameOf(alarm.what)}
                    text={t("coins.acknowledge_text")}
                    label={t("coins.how")}
                    asksReason
                    onDecide={async (reason, key) => {
                      await call(acknowledgeCoinAlarm, { params: { id: alarm.id }, body: { reason } }, key);
                      alarms.reload();
                    }}
                  />
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

const tones: Readonly<Record<string, Tone>> = { final: "good", failed: "bad", given_up: "bad" };

function Holdings() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const coins = useOfficeQuery(readCoins, {}, 15_000);
  const show = (amount: string, coin: string) => `${showCoins(amount, pageLanguage())} ${coin.toUpperCase()}`;
  return (
    <>
      <Panel
        title={t("coins.compared")}
        aside={
          may("coins.write") &&
          coinNames.map(coin => (
            <Decide
              key={coin}
              action={t("coins.sweep", { coin: coin.toUpperCase() })}
              title={t("coins.sweep_title", { coin: coin.toUpperCase() })}
              text={t("coins.sweep_text")}
              asksReason
              onDecide={async (reason, key) => {
                await call(sweepCoins, { params: { coin }, body: { reason } }, key);
                coins.reload();
              }}
            />
          ))
        }
      >
        <Read of={coins}>
          {({ data }) => (
            <Table
              name={t("coins.compared")}
              head={[
                t("coins.coin"),
                t("time"),
                `>${t("coins.in_books")}`,
                `>${t("coins.on_chain")}`,
                t("players.state"),
              ]}
              empty={t("coins.not_compared")}
              rows={data.comparisons.map(({ coin, at, in_books, on_chain }) => ({
                key: coin,
                cells: [
                  coin.toUpperCase(),
                  <Moment key="at" at={at} />,
                  show(in_books, coin),
                  show(on_chain, coin),
                  <Tag key="state" tone={in_books === on_chain ? "good" : "bad"}>
                    {t(in_books === on_chain ? "coins.same" : "coins.differ")}
                  </Tag>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <div className="two">
        <Panel title={t("coins.sweep_requests")}>
          <Read of={coins}>
            {({ data }) => (
              <Table
                name={t("coins.sweep_requests")}
                head={[
                  t("time"),
                  t("coins.coin"),
                  t("corrections.asked_by"),
                  `>${t("coins.addresses")}`,
                  `>${t("amount")}`,
                ]}
                empty={t("coins.no_sweep_requests")}
                rows={data.sweep_requests.map(request => ({
                  key: request.id,
                  cells: [
                    <Moment key="at" at={request.asked_at} />,
                    request.coin.toUpperCase(),
                    request.asked_by,
                    request.addresses ?? "—",
                    request.amount === null ? "—" : show(request.amount, request.coin),
                  ],
                }))}
              />
            )}
          </Read>
        </Panel>
        <Panel title={t("coins.sweeps")}>
          <Read of={coins}>
            {({ data }) => (
              <Table
                name={t("coins.sweeps")}
                head={[t("time"), t("players.address"), `>${t("amount")}`, t("coins.tx"), t("players.state")]}
                empty={t("coins.no_sweeps")}
                rows={data.sweeps.map(sweep => ({
                  key: sweep.id,
                  cells: [
                    <Moment key="at" at={sweep.ordered_at} />,
                    <Short key="address" of={sweep.address} />,
                    show(sweep.amount, sweep.coin),
                    sweep.tx_hash && <Short key="tx" of={sweep.tx_hash} />,
                    <Tag key="state" tone={tones[sweep.state] ?? "info"}>
                      {t(`coins.state.${sweep.state}`)}
                    </Tag>,
                  ],
                }))}
              />
            )}
          </Read>
        </Panel>
      </div>
    </>
  );
}
