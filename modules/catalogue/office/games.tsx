import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { states } from "../shared/facts.ts";
import { importProviderGames, type OfficeGame, readGames } from "./contract.ts";
import { EditGame } from "./edit-game.tsx";
import { GameState } from "./game-state.tsx";

/** Slots and live tables of providers: what is offered, in what order, and where. */
export function GamesPage() {
  const { t } = useTranslation("office");
  const [search, setSearch] = useState("");
  const [state, setState] = useState("");
  const query = { ...(search && { search }), ...(state && { state: state as OfficeGame["state"] }) };
  const found = useOfficeQuery(readGames, { query }, 20_000);
  return (
    <OfficePage
      title={t("pages.catalogue")}
      aside={
        <>
          <input
            className="search"
            type="search"
            maxLength={80}
            aria-label={t("games.search")}
            placeholder={t("games.search")}
            value={search}
            onChange={event => setSearch(event.target.value)}
          />
          <select
            className="pick"
            aria-label={t("games.state")}
            value={state}
            onChange={event => setState(event.target.value)}
          >
            <option value="">{t("games.any_state")}</option>
            {states.map(each => (
              <option key={each} value={each}>
                {t(`games.states.${each}`)}
              </option>
            ))}
          </select>
        </>
      }
    >
      <Panel title={t("games.games")}>
        <Read of={found}>
          {({ data }) => (
            <Games
              games={data.games}
              empty={t(search === "" && state === "" ? "games.none_yet" : "games.empty")}
              onChanged={found.reload}
            />
          )}
        </Read>
      </Panel>
      <Panel title={t("games.providers")}>
        <Read of={found}>{({ data }) => <Providers providers={data.providers} onImported={found.reload} />}</Read>
      </Panel>
    </OfficePage>
  );
}

interface GamesProps {
  readonly games: readonly OfficeGame[];
  readonly empty: string;
  onChanged(): void;
}

function Games({ games, empty, onChanged }: GamesProps) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={t("games.games")}
      head={[
        t("games.game"),
        t("games.provider"),
        ">RTP",
        `>${t("games.players")}`,
        `>${t("games.rank")}`,
        t("games.state"),
        ">",
      ]}
      empty={empty}
      rows={games.map(game => ({
        key: game.id,
        cells: [
          <span key="title">
            <Link className="link" to={`/catalogue/${game.provider.id}/${game.slug}`}>
              {game.title}
            </Link>{" "}
            <small className="muted mono">{game.slug}</small>
          </span>,
          game.is_connected ? game.provider.title : `${game.provider.title} (${t("games.not_connected")})`,
          game.rtp ?? "–",
          count(game.players_7d),
          game.rank === null ? "–" : count(game.rank),
          <GameState key="state" game={game} />,
          <EditGame key="edit" game={game} onChanged={onChanged} />,
        ],
      }))}
    />
  );
}

interface ProvidersProps {
  readonly providers: readonly { readonly id: string; readonly title: string }[];
  onImported(): void;
}

function Providers({ providers, onImported }: ProvidersProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [result, setResult] = useState("");
  return (
    <>
      <Table
        name={t("games.providers")}
        head={[t("games.provider"), ">"]}
        empty={t("games.no_providers")}
        rows={providers.map(({ id, title }) => ({
          key: id,
          cells: [
            title,
            may("games.write") ? (
              <Decide
                key="import"
                action={t("games.import")}
                title={t("games.import_title", { title })}
                text={t("games.import_text")}
                asksReason
                onDecide={async reason => {
                  const { data } = await call(importProviderGames, { params: { provider: id }, body: { reason } });
                  const counts = Object.entries(data).map(([name, games]) => [name, String(games.length)]);
                  setResult(t("games.imported", Object.fromEntries(counts)));
                  onImported();
                }}
              />
            ) : (
              ""
            ),
          ],
        }))}
      />
      {result && (
        <p className="note" role="status">
          {result}
        </p>
      )}
    </>
  );
}
