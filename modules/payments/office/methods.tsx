import type { RouteOutput } from "#kit/contract/route.ts";
import { type Locale, localeOfLanguage } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { FoldedPanel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { Reading } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type readMethods, switchMethod } from "#modules/payments/office/contract.ts";

export type Methods = Reading<RouteOutput<typeof readMethods>>;

/** A method's name in the page's language. */
export function useMethodName(): (name: Readonly<Record<Locale, string>>) => string {
  const locale = localeOfLanguage(pageLanguage());
  return name => name[locale];
}

/** Deposit methods, and whether they are offered. */
export function MethodSwitches({ methods }: { methods: Methods }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const nameOf = useMethodName();
  return (
    <FoldedPanel title={t("payments.methods")}>
      <Read of={methods}>
        {({ data }) => (
          <Table
            name={t("payments.methods")}
            head={[t("method"), t("payments.provider"), t("players.state"), ">"]}
            empty=""
            rows={data.map(method => ({
              key: method.hash,
              cells: [
                nameOf(method.name),
                method.provider ?? "—",
                <Tag key="state" tone={method.on ? "good" : "bad"}>
                  {t(method.on ? "payments.on" : "payments.off")}
                </Tag>,
                may("methods.write") ? (
                  <Decide
                    key="do"
                    action={t(method.on ? "payments.turn_off" : "payments.turn_on")}
                    title={t(method.on ? "payments.turn_off_title" : "payments.turn_on_title", {
                      name: nameOf(method.name),
                    })}
                    text={t("payments.turn_text")}
                    asksReason
                    dangerous={method.on}
                    onDecide={async reason => {
                      await call(switchMethod, { params: { hash: method.hash }, body: { on: !method.on, reason } });
                      methods.reload();
                    }}
                  />
                ) : (
                  ""
                ),
              ],
            }))}
          />
        )}
      </Read>
    </FoldedPanel>
  );
}
