import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { FoldedPanel, FoldedTable, Read } from "#modules/operators/office/parts/office-page.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { setMethodLimits } from "#modules/payments/office/contract.ts";
import { type Methods, useMethodName } from "./methods.tsx";

const names = ["min", "usual", "max"] as const;

/** Deposit limits by method and currency. */
export function MethodLimits({ methods }: { methods: Methods }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const nameOf = useMethodName();
  return (
    <FoldedPanel title={t("payments.limits")}>
      <Read of={methods}>
        {({ data }) => (
          <FoldedTable
            name={t("payments.limits")}
            head={[t("method"), t("currency"), ...names.map(name => `>${t(`payments.${name}`)}`), ">"]}
            groups={data.map(method => ({
              key: method.hash,
              title: nameOf(method.name),
              rows: method.limits.map(limits => ({
                key: `${method.hash} ${limits.currency}`,
                cells: [
                  nameOf(method.name),
                  limits.currency,
                  ...names.map(name => money(limits[name], limits.currency)),
                  may("methods.write") && (
                    <Decide
                      key="do"
                      action={t("change")}
                      title={`${nameOf(method.name)}, ${limits.currency}`}
                      text={t("payments.limits_text")}
                      asksReason
                      onDecide={async (reason, _key, given) => {
                        const sums = {
                          min: sumOf(given, "min"),
                          usual: sumOf(given, "usual"),
                          max: sumOf(given, "max"),
                        };
                        const body = { currency: limits.currency, ...sums, reason };
                        await call(setMethodLimits, { params: { hash: method.hash }, body });
                        methods.reload();
                      }}
                    >
                      {names.map(name => (
                        <SumField key={name} name={name} label={t(`payments.${name}`)} start={limits[name]} />
                      ))}
                    </Decide>
                  ),
                ],
              })),
            }))}
          />
        )}
      </Read>
    </FoldedPanel>
  );
}
