import { useDeferredValue, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { findPlayers } from "#modules/accounts/office/contract.ts";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";

/** Player search by a part of name, e-mail or phone, or by id. */
export function PlayersPage() {
  const { t } = useTranslation("office");
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed.trim());
  const pages = usePages();
  const found = useOfficeQuery(findPlayers, { query: { ...(query !== "" && { query }), ...pages.query } });
  return (
    <OfficePage
      title={t("pages.players")}
      aside={
        <input
          className="search"
          type="search"
          placeholder={t("players.search")}
          aria-label={t("players.search")}
          value={typed}
          onChange={event => {
            pages.restart();
            setTyped(event.target.value);
          }}
        />
      }
    >
      <Panel>
        <Read of={found}>
          {({ data }) => (
            <>
              <Table
                name={t("pages.players")}
                head={[
                  t("player"),
                  t("players.email"),
                  t("players.phone"),
                  t("currency"),
                  t("players.since"),
                  t("players.state"),
                ]}
                empty={t("players.none")}
                rows={data.items.map(person => ({
                  key: person.id,
                  cells: [
                    <PlayerLink key="name" player={person} />,
                    person.email ?? "—",
                    person.phone ?? "—",
                    person.currency ?? "—",
                    <Moment key="since" at={person.registered_at} />,
                    <Tag key="state" tone={person.closed_at ? "plain" : "good"}>
                      {t(person.closed_at ? "players.closed" : "players.open")}
                    </Tag>,
                  ],
                }))}
              />
              <Pager pages={pages} next={data.next_cursor} />
            </>
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}
