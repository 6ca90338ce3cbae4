import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { CountryField } from "#modules/operators/office/parts/country-field.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { FoldedPanel, FoldedTable, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { type Reading, useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readCascade, setCascadeOrder, suspendProvider } from "./cascade-contract.ts";
import { type Methods, useMethodName } from "./methods.tsx";

type Cascade = RouteOutput<typeof readCascade>["data"];
type Provider = Cascade["providers"][number];

/** The payment providers: which get no new orders, and in which order they are tried. */
export function PaymentProviders({ methods }: { readonly methods: Methods }) {
  const cascade = useOfficeQuery(readCascade, {}, 15_000);
  return (
    <>
      <Providers cascade={cascade} />
      <Orders cascade={cascade} methods={methods} />
    </>
  );
}

interface CascadeProps {
  readonly cascade: Reading<RouteOutput<typeof readCascade>>;
}

function Providers({ cascade }: CascadeProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return (
    <FoldedPanel title={t("cascade.providers")}>
      <Read of={cascade}>
        {({ data }) => (
          <Table
            name={t("cascade.providers")}
            head={[t("payments.provider"), t("players.state"), t("cascade.suspended_by"), ">"]}
            empty={t("cascade.no_providers")}
            rows={data.providers.map(provider => ({
              key: provider.name,
              cells: [
                <b key="name">{provider.name}</b>,
                <ProviderState key="state" provider={provider} />,
                provider.suspended ? (
                  <span key="by">
                    {provider.suspended.operator}, <Moment at={provider.suspended.since} />:{" "}
                    <span className="muted">{provider.suspended.reason}</span>
                  </span>
                ) : (
                  "—"
                ),
                may("methods.write") && <Suspend key="do" provider={provider} reload={cascade.reload} />,
              ],
            }))}
          />
        )}
      </Read>
    </FoldedPanel>
  );
}

function ProviderState({ provider: { available, suspended } }: { readonly provider: Provider }) {
  const { t } = useTranslation("office");
  if (suspended) return <Tag tone="bad">{t("cascade.suspended")}</Tag>;
  return <Tag tone={available ? "good" : "bad"}>{t(available ? "cascade.up" : "cascade.down")}</Tag>;
}

function Suspend({ provider: { name, suspended }, reload }: { readonly provider: Provider; reload(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t(suspended ? "cascade.resume" : "cascade.suspend")}
      title={t(suspended ? "cascade.resume_title" : "cascade.suspend_title", { name })}
      text={t(suspended ? "cascade.resume_text" : "cascade.suspend_text")}
      asksReason
      dangerous={!suspended}
      onDecide={async reason => {
        await call(suspendProvider, { params: { provider: name }, body: { suspended: !suspended, reason } });
        reload();
      }}
    />
  );
}

interface OrderRow {
  readonly method: string;
  readonly name: string;
  readonly currency: Cascade["orders"][number]["currency"];
  readonly country: string | null;
  readonly providers: readonly string[];
}

function Orders({ cascade, methods }: CascadeProps & { readonly methods: Methods }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const nameOf = useMethodName();
  const countryName = useCountryNames();
  return (
    <FoldedPanel title={t("cascade.orders")}>
      <Read of={cascade}>
        {({ data: { providers, orders } }) => (
          <Read of={methods}>
            {({ data }) => {
              const groups = data.map(({ hash, name, limits }) => ({
                key: hash,
                title: nameOf(name),
                orders: limits.flatMap(({ currency }) =>
                  rowsOf({ method: hash, name: nameOf(name), currency }, orders),
                ),
              }));
              return (
                <FoldedTable
                  name={t("cascade.orders")}
                  head={[t("method"), t("currency"), t("cascade.country"), t("cascade.order"), ">"]}
                  groups={groups.map(group => ({
                    key: group.key,
                    title: group.title,
                    rows: group.orders.map(row => ({
                      key: `${row.method} ${row.currency} ${row.country}`,
                      cells: [
                        row.name,
                        row.currency,
                        row.country === null ? t("cascade.all_countries") : countryName(row.country),
                        row.providers.length === 0 ? (
                          <span key="order" className="muted">
                            {t("cascade.configured")}
                          </span>
                        ) : (
                          row.providers.join(" → ")
                        ),
                        may("methods.write") && providers.length > 1 && (
                          <span key="do" className="row end">
                            <ChangeOrder row={row} providers={providers} reload={cascade.reload} />
                            {row.country === null && (
                              <ChangeOrder row={row} providers={providers} reload={cascade.reload} asksCountry />
                            )}
                            {row.providers.length > 0 && <RemoveOrder row={row} reload={cascade.reload} />}
                          </span>
                        ),
                      ],
                    })),
                  }))}
                />
              );
            }}
          </Read>
        )}
      </Read>
    </FoldedPanel>
  );
}

/** The order of all countries, set or not, then those of single countries. */
function rowsOf(scope: Pick<OrderRow, "method" | "name" | "currency">, orders: Cascade["orders"]): readonly OrderRow[] {
  const set = orders.filter(({ method, currency }) => method === scope.method && currency === scope.currency);
  const general = set.find(({ country }) => country === null);
  return [
    { ...scope, country: null, providers: general?.providers ?? [] },
    ...set
      .filter(({ country }) => country !== null)
      .map(({ country, providers }) => ({ ...scope, country, providers })),
  ];
}

interface ChangeProps {
  readonly row: OrderRow;
  reload(): void;
}

async function send({ row, reload }: ChangeProps, country: string | null, providers: string[], reason: string) {
  const { method: hash, currency } = row;
  await call(setCascadeOrder, { params: { hash }, body: { currency, country, providers, reason } });
  reload();
}

function ChangeOrder({
  providers,
  asksCountry = false,
  ...change
}: ChangeProps & { readonly providers: readonly Provider[]; readonly asksCountry?: boolean }) {
  const { t } = useTranslation("office");
  const { row } = change;
  const named = asksCountry ? [] : row.providers;
  const start = [...named, ...providers.map(({ name }) => name).filter(name => !named.includes(name))];
  return (
    <Decide
      action={t(asksCountry ? "cascade.add_country" : "change")}
      confirm={t("keep")}
      title={`${row.name}, ${row.currency}`}
      text={t("cascade.order_text")}
      asksReason
      onDecide={(reason, _key, given) =>
        send(
          change,
          asksCountry ? String(given.get("country")) : row.country,
          given.getAll("place").map(String),
          reason,
        )
      }
    >
      {asksCountry && <CountryField name="country" label={t("cascade.country")} />}
      {start.map((name, place) => (
        <label key={name} className="field">
          {t("cascade.place", { n: place + 1 })}
          <select name="place" defaultValue={name}>
            {providers.map(each => (
              <option key={each.name} value={each.name}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </Decide>
  );
}

function RemoveOrder(change: ChangeProps) {
  const { t } = useTranslation("office");
  const { row } = change;
  return (
    <Decide
      action={t("cascade.remove")}
      title={`${row.name}, ${row.currency}`}
      text={t(row.country === null ? "cascade.remove_text" : "cascade.remove_country_text")}
      asksReason
      onDecide={reason => send(change, row.country, [], reason)}
    />
  );
}
