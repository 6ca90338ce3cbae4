import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readApprovalRules, setApprovalRule } from "#modules/payments/office/contract.ts";

const names = ["automatic", "automatic_day", "one_person"] as const;

/** Which payouts are paid without approval, and up to which sum one approval is enough. */
export function PayoutRules() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const rules = useOfficeQuery(readApprovalRules, {});
  const [isSent, setSent] = useState(false);
  return (
    <Panel title={t("payouts.rules")}>
      <div role="status">{isSent && <p className="note">{t("payouts.rule_sent")}</p>}</div>
      <Read of={rules}>
        {({ data }) => (
          <Table
            name={t("payouts.rules")}
            head={[t("currency"), ...names.map(name => `>${t(`payouts.${name}`)}`), ">"]}
            empty=""
            rows={data.map(rule => ({
              key: rule.currency,
              cells: [
                rule.currency,
                ...names.map(name => money(rule[name], rule.currency)),
                may("rules.write") && (
                  <Decide
                    key="do"
                    action={t("change")}
                    title={t("payouts.rule_title", { currency: rule.currency })}
                    text={t("payouts.rule_text")}
                    asksReason
                    onDecide={async (reason, _key, given) => {
                      const of = (name: (typeof names)[number]) => sumOf(given, name);
                      const sums = {
                        automatic: of("automatic"),
                        automatic_day: of("automatic_day"),
                        one_person: of("one_person"),
                      };
                      const { data } = await call(setApprovalRule, {
                        params: { currency: rule.currency },
                        body: { ...sums, reason },
                      });
                      setSent(data.request !== null);
                      rules.reload();
                    }}
                  >
                    {names.map(name => (
                      <SumField key={name} name={name} label={t(`payouts.${name}`)} start={rule[name]} />
                    ))}
                  </Decide>
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
