import { useState } from "react";
import type * as z from "zod/mini";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money, Short } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import type { readDeposit } from "./contract.ts";
import { refundPayment } from "./refund-contract.ts";

type DepositView = z.output<typeof readDeposit.output>["data"];

interface DepositPaymentsProps {
  readonly deposit: DepositView;
}

/** The payments of a deposit, with refunds, which a second operator has to approve. Renders nothing before the first payment. */
export function DepositPayments({ deposit: { payments, currency } }: DepositPaymentsProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [request, setRequest] = useState<string>();
  if (payments.length === 0) return null;
  return (
    <Panel title={t("refunds.title")}>
      <AskedNote request={request} />
      <Table
        name={t("refunds.title")}
        head={[
          t("quarantine.payment"),
          `>${t("payments.credited")}`,
          `>${t("refunds.refunded")}`,
          `>${t("refunds.left")}`,
          ">",
        ]}
        empty={t("refunds.none")}
        rows={payments.map(({ id, payment_id, credited, refunded, left, recalled }) => ({
          key: id,
          cells: [
            payment_id.length > 14 ? <Short key="id" of={payment_id} /> : payment_id,
            money(credited, currency),
            money(refunded, currency),
            recalled ? (
              <Tag key="left" tone="bad">
                {t("refunds.recalled")}
              </Tag>
            ) : (
              money(left, currency)
            ),
            /[1-9]/.test(left) && may("corrections.request") && (
              <RefundButton key="do" id={id} left={left} currency={currency} onRequested={setRequest} />
            ),
          ],
        }))}
      />
      <p className="note muted sm">{t("refunds.text")}</p>
    </Panel>
  );
}

interface RefundButtonProps {
  readonly id: string;
  readonly left: string;
  readonly currency: string;
  onRequested(request: string): void;
}

function RefundButton({ id, left, currency, onRequested }: RefundButtonProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("refunds.refund")}
      title={t("refunds.refund_title")}
      text={t("refunds.refund_text", { left: money(left, currency) })}
      asksReason
      dangerous
      onDecide={async (reason, _key, given) => {
        const body = { amount: sumOf(given, "amount"), reason };
        const { data } = await call(refundPayment, { params: { id }, body });
        onRequested(data.request);
      }}
    >
      <SumField name="amount" label={`${t("amount")}, ${currency}`} start={left} />
    </Decide>
  );
}
