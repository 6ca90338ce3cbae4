import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readPlayer, readPlayerLedger } from "#modules/accounts/office/contract.ts";
import type { Player } from "#modules/accounts/office/shown-player.ts";
import { Facts } from "#modules/operators/office/parts/facts.tsx";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Read } from "#modules/operators/office/parts/office-page.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";

/** The width as in office.css from which a third column is next to the conversation. */
const wide = "(min-width: 1280px)";
const shownRows = 5;

/** Who writes, next to their conversation: account, balances, and what moved last. Read only where there is room for it. */
export function VisitorPanel({ player }: { player: string }) {
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
  return isWide ? <VisitorFacts id={player} /> : null;
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(wide);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

function VisitorFacts({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const player = useOfficeQuery(readPlayer, { params: { id } });
  return (
    <aside className="inbox-player" aria-label={t("player")}>
      <h2>
        <span className="grow">{t("player")}</span>
        <Link className="link sm" to={`/players/${id}`}>
          {t("support.all_of_player")}
        </Link>
      </h2>
      <Read of={player}>
        {({ data }) => (
          <>
            <AccountFacts data={data} />
            <LastRows id={id} currency={data.person.currency ?? data.balances[0]?.currency ?? "EUR"} />
          </>
        )}
      </Read>
    </aside>
  );
}

function AccountFacts({ data: { person, balances, countries, identity, break: pause } }: { data: Player }) {
  const { t } = useTranslation("office");
  const countryName = useCountryNames();
  const [country] = countries;
  return (
    <Facts
      of={[
        [t("players.since"), <Moment key="since" at={person.registered_at} />],
        [t("players.country"), country ? countryName(country.country) : "—"],
        [t("pages.kyc"), t.in("kyc.status", identity.status)],
        ...(pause
          ? [
              [
                t("players.pause"),
                <span key="pause">
                  {t.in("players", pause.kind)} <Moment at={pause.until} />
                </span>,
              ] as const,
            ]
          : []),
        ...balances.map(
          ({ currency, real, bonus }) =>
            [t("support.balances", { currency }), `${money(real, currency)}, ${money(bonus, currency)}`] as const,
        ),
      ]}
    />
  );
}

/** What moved last in the player's own currency. */
function LastRows({ id, currency }: { id: string; currency: Player["balances"][number]["currency"] }) {
  const { t } = useTranslation("office");
  const ledger = useOfficeQuery(readPlayerLedger, { params: { id }, query: { currency } });
  return (
    <>
      <h2>{t("support.last_rows")}</h2>
      <Read of={ledger}>
        {({ data }) =>
          data.items.length === 0 ? (
            <p className="muted sm">{t("players.no_rows")}</p>
          ) : (
            <Facts
              of={data.items.slice(0, shownRows).map(row => [
                `${t.find(`kinds.${row.kind}`) ?? t("kinds.other")}${row.game ? `, ${t.in("games", row.game)}` : ""}`,
                <span key={row.number} className={row.change.startsWith("-") ? "num down" : "num up"}>
                  {money(row.change, currency, { signed: true })}
                </span>,
              ])}
            />
          )
        }
      </Read>
    </>
  );
}
