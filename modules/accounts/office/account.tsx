import { Link } from "react-router";
import { isLocale, localeName } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Fact, Facts } from "#modules/operators/office/parts/facts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Country } from "./country.tsx";
import type { Player } from "./shown-player.ts";

/** The player's account data. */
export function Account({ data, reload }: { data: Player; reload(): void }) {
  const { person, identity, countries, break: pause } = data;
  const { t } = useTranslation("office");
  const contact = (text: string | null, proven: boolean) =>
    text === null ? (
      "—"
    ) : (
      <span className="row wrap">
        {text} <Tag tone={proven ? "good" : "plain"}>{t(proven ? "players.proven" : "players.unproven")}</Tag>
      </span>
    );
  const facts: readonly Fact[] = [
    [t("players.email"), contact(person.email, person.email_verified)],
    [t("players.phone"), contact(person.phone, person.phone_verified)],
    [t("players.since"), <Moment key="since" at={person.registered_at} />],
    [t("players.country"), <Country key="country" id={person.id} countries={countries} reload={reload} />],
    [t("language"), isLocale(person.locale) ? localeName(person.locale) : "—"],
    [
      t("pages.kyc"),
      <Link key="kyc" className="link" to={`/kyc/${person.id}`}>
        {t.in("kyc.status", identity.status)}
      </Link>,
    ],
    [
      t("players.pause"),
      pause ? (
        <span key="pause">
          {t.in("players", pause.kind)} <Moment at={pause.until} />
        </span>
      ) : (
        t("players.no_pause")
      ),
    ],
    [
      t("players.id"),
      <span key="id" className="mono">
        {person.id}
      </span>,
    ],
  ];
  return (
    <Panel
      title={t("players.account")}
      aside={
        <>
          {person.locked_at !== null && <Tag tone="bad">{t("players.locked")}</Tag>}
          {person.test && <Tag tone="info">{t("test")}</Tag>}
        </>
      }
    >
      <Facts of={facts} />
    </Panel>
  );
}
