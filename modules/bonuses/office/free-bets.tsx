import { useState } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { giveFreeBet, readFreeBets } from "./contract.ts";

/** The player's free bets that no slip has staked, and a way to give one. */
export function PlayerFreeBets({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [request, setRequest] = useState<string>();
  const found = useOfficeQuery(readFreeBets, { params: { id } });
  return (
    <Panel title={t("bonuses.free_bets")}>
      <Read of={found}>
        {({ data }) => (
          <Table
            name={t("bonuses.free_bets")}
            head={[`>${t("bonuses.free_bet_amount")}`, t("bonuses.free_bet_until")]}
            empty={t("bonuses.no_free_bets")}
            rows={data.map(({ id: key, amount, currency, expires_at: until }) => ({
              key,
              cells: [money(amount, currency), <Moment key="until" at={until} />],
            }))}
          />
        )}
      </Read>
      {may("campaigns.start") && <Give player={id} onAsked={setRequest} />}
      <AskedNote request={request} />
    </Panel>
  );
}

function Give({ player, onAsked }: { player: string; onAsked: (request: string) => void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("bonuses.free_bet")}
      title={t("bonuses.free_bet_title")}
      text={t("bonuses.free_bet_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name));
        const body = { currency: text("currency"), amount: text("amount"), days: Number(text("days")), reason };
        const { data } = await call(giveFreeBet, { params: { id: player }, body }, key);
        onAsked(data.request);
      }}
    >
      <label className="field">
        {t("bonuses.free_bet_currency")}
        <select name="currency">
          {currencyCodes.map(each => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label className="field">
        {t("bonuses.free_bet_amount")}
        <input name="amount" inputMode="decimal" required />
      </label>
      <label className="field">
        {t("bonuses.free_bet_days")}
        <input name="days" inputMode="numeric" required defaultValue="7" />
      </label>
    </Decide>
  );
}
