import { useDeferredValue, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { findPlayers } from "#modules/office/shared/contract.ts";
import { Moment, PlayerLink } from "../parts/figures.tsx";
import { Panel, Read, Room, Table, Tag } from "../parts/room.tsx";
import { useRoom } from "../parts/use-room.ts";

/** Finding somebody by a part of name, e-mail or phone, or by id. */
export function PlayersRoom() {
  const { t } = useTranslation("office");
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed.trim());
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const found = useRoom(findPlayers, {
    query: { ...(query !== "" && { query }), ...(cursor !== undefined && { cursor }) },
  });
  return (
    <Room
      title={t("rooms.players")}
      aside={
        <input
          className="search"
          type="search"
          placeholder={t("players.search")}
          aria-label={t("players.search")}
          value={typed}
          onChange={event => {
            setCursors([]);
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
                name={t("rooms.players")}
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
                    person.closed_at ? (
                      <Tag key="state" tone="plain">
                        {t("players.closed")}
                      </Tag>
                    ) : (
                      <Tag key="state" tone="good">
                        {t("players.open")}
                      </Tag>
                    ),
                  ],
                }))}
              />
              <div className="row end pad">
                {cursors.length > 0 && (
                  <button type="button" className="btn s" onClick={() => setCursors(cursors.slice(0, -1))}>
                    {t("newer")}
                  </button>
                )}
                {data.next_cursor !== null && (
                  <button
                    type="button"
                    className="btn s"
                    onClick={() => setCursors([...cursors, data.next_cursor ?? ""])}
                  >
                    {t("older")}
                  </button>
                )}
              </div>
            </>
          )}
        </Read>
      </Panel>
    </Room>
  );
}
