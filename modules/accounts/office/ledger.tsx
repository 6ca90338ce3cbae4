import { useState } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { readPlayerLedger } from "#modules/accounts/office/contract.ts";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";

/** Every movement of one of the player's balances. */
export function Ledger({ id, first }: { id: string; first: string }) {
  const { t } = useTranslation("office");
  const [currency, setCurrency] = useState(first);
  const pages = usePages();
  const ledger = useOfficeQuery(readPlayerLedger, {
    params: { id },
    query: { currency, ...pages.query },
  });
  return (
    <Panel
      title={t("players.ledger")}
      aside={
        <Pick
          label={t("currency")}
          value={currency}
          choices={currencyCodes.map(code => [code, code] as const)}
          onPick={code => {
            pages.restart();
            setCurrency(code);
          }}
        />
      }
    >
      <Read of={ledger}>
        {({ data }) => (
          <>
            <Table
              figures
              name={t("players.ledger")}
              head={[
                t("players.no"),
                t("time"),
                t("players.kind"),
                t("dashboard.game"),
                `>${t("amount")}`,
                `>${t("players.change")}`,
                `>${t("players.balance")}`,
              ]}
              empty={t("players.no_rows")}
              rows={data.items.map(row => ({
                key: row.number,
                cells: [
                  <span key="no" className="mono muted">
                    {row.number}
                  </span>,
                  <Moment key="at" at={row.at} />,
                  t.find(`kinds.${row.kind}`) ?? t("kinds.other"),
                  row.game ? t.in("games", row.game) : "",
                  money(row.amount, currency),
                  <span key="change" className={row.change.startsWith("-") ? "down" : "up"}>
                    {money(row.change, currency, { signed: true })}
                  </span>,
                  <b key="balance">{money(row.balance, currency)}</b>,
                ],
              }))}
            />
            <Pager pages={pages} next={data.next_cursor}>
              <span className="muted sm grow">
                {t("players.net_deposits")} {money(data.net_deposits, currency)}
              </span>
            </Pager>
          </>
        )}
      </Read>
    </Panel>
  );
}
