import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Room, rooms } from "#modules/community-chat/shared/contract.ts";
import { largestTip, rainSeconds } from "#modules/community-chat/shared/rain.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { askBudget, type BudgetView, closeBudget, giveTip, readBudgets, startRain } from "./contract.ts";

/** What promotions set aside for rains and tips. */
export function BudgetsPanel() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readBudgets, {}, 10_000);
  return (
    <Panel title={t("rooms.budgets")}>
      <p className="note muted">{t("rooms.budgets_about")}</p>
      <Read of={found}>
        {({ data }) => (
          <Table
            name={t("rooms.budgets")}
            head={[
              t("rooms.opened"),
              `>${t("amount")}`,
              `>${t("rooms.given")}`,
              `>${t("rooms.reserved")}`,
              `>${t("rooms.left")}`,
              t("vip.asked_by"),
              t("vip.approved_by"),
              ">",
            ]}
            empty={t("rooms.no_budgets")}
            rows={data.map(row => ({
              key: row.id,
              cells: [
                <Moment key="at" at={row.opened_at} />,
                money(row.amount, row.currency),
                money(row.given, row.currency),
                money(row.reserved, row.currency),
                money(row.left, row.currency),
                row.asked_by,
                row.approved_by,
                row.closed_at === null ? (
                  <BudgetActions key="do" of={row} onDone={found.reload} />
                ) : (
                  <Tag key="closed" tone="plain">
                    {t("rooms.closed")}
                  </Tag>
                ),
              ],
            }))}
          />
        )}
      </Read>
      {may("campaigns.write") && (
        <div className="row end pad">
          <AskBudget onDone={found.reload} />
        </div>
      )}
    </Panel>
  );
}

function BudgetActions({ of: { id }, onDone }: { readonly of: BudgetView; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return (
    <span className="row end">
      {may("moderation.decide") && (
        <Decide
          action={t("rooms.rain")}
          title={t("rooms.rain_title")}
          text={t("rooms.rain_text")}
          asksReason
          onDecide={async (reason, key, fields) => {
            const room: Room = rooms.find(each => each === fields.get("room")) ?? "en";
            const [amount, seconds] = [String(fields.get("amount") ?? ""), Number(fields.get("seconds"))];
            await call(startRain, { params: { id }, body: { key, room, amount, seconds, reason } });
            onDone();
          }}
        >
          <RoomPick />
          <Amount />
          <label className="field">
            {t("rooms.seconds")}
            <select name="seconds" defaultValue={120}>
              {rainSeconds.map(seconds => (
                <option key={seconds} value={seconds}>
                  {t(`rooms.spans.s${seconds}`)}
                </option>
              ))}
            </select>
          </label>
        </Decide>
      )}
      {may("campaigns.write") && (
        <Decide
          action={t("rooms.close")}
          title={t("rooms.close_title")}
          asksReason
          dangerous
          onDecide={async reason => {
            await call(closeBudget, { params: { id }, body: { reason } });
            onDone();
          }}
        />
      )}
    </span>
  );
}

function AskBudget({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("rooms.ask_budget")}
      title={t("rooms.ask_budget_title")}
      text={t("rooms.ask_budget_text")}
      asksReason
      primary
      onDecide={async (reason, _key, fields) => {
        const [currency, amount] = [String(fields.get("currency") ?? ""), String(fields.get("amount") ?? "")];
        await call(askBudget, { body: { currency, amount, reason } });
        onDone();
      }}
    >
      <label className="field">
        {t("rooms.currency")}
        <select name="currency">
          {currencyCodes.map(code => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </label>
      <Amount />
    </Decide>
  );
}

/** Tips the author of a message from an open budget. */
export function TipAuthor({ message, name, onDone }: { message: string; name: string; onDone(): void }) {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readBudgets, {}, 10_000);
  const open = (found.data?.data ?? []).filter(({ closed_at, left }) => closed_at === null && left !== "0");
  const [first] = open;
  if (!first) return null;
  const most = money(formatAmount(largestTip[first.currency as Currency]), first.currency);
  return (
    <Decide
      action={t("rooms.tip")}
      title={t("rooms.tip_title", { name })}
      text={t("rooms.tip_text", { most })}
      asksReason
      onDecide={async (reason, key, fields) => {
        const id = String(fields.get("budget") ?? first.id);
        await call(giveTip, {
          params: { id },
          body: { key, message, amount: String(fields.get("amount") ?? ""), reason },
        });
        onDone();
      }}
    >
      <label className="field">
        {t("rooms.budget")}
        <select name="budget">
          {open.map(({ id, left, currency }) => (
            <option key={id} value={id}>
              {money(left, currency)}
            </option>
          ))}
        </select>
      </label>
      <Amount />
    </Decide>
  );
}

function Amount() {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("amount")}
      <input name="amount" className="num" inputMode="decimal" required maxLength={20} />
    </label>
  );
}

export function RoomPick() {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("rooms.room")}
      <select name="room">
        {rooms.map(each => (
          <option key={each} value={each}>
            {t(`rooms.names.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
