import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, Short } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { changeProviderGame, type ProviderView, readMathsLog } from "./contract.ts";

interface ProviderGamesProps {
  readonly provider: ProviderView;
  onDone(): void;
}

/** A provider's games with the maths each is settled by, and the log of versions that the provider keeps. */
export function ProviderGames({ provider, onDone }: ProviderGamesProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const title = t("providers.games_of", { name: provider.title });
  return (
    <>
      <Panel title={title}>
        <Table
          name={title}
          head={[t("providers.game"), t("providers.approved"), t("providers.stated"), t("players.state"), ">"]}
          empty={t("providers.no_games")}
          rows={provider.games.map(game => ({
            key: game.slug,
            cells: [
              <Link key="slug" className="link" to={`/catalogue/${provider.slug}/${game.slug}`}>
                {game.slug}
              </Link>,
              <Maths key="approved" of={game.approved} />,
              <Maths key="stated" of={game.maths} />,
              <Tag key="state" tone={game.is_enabled ? "good" : "bad"}>
                {t(game.is_enabled ? "providers.on" : "providers.off")}
              </Tag>,
              may("providers.write") && <GameActions key="do" provider={provider} game={game} onDone={onDone} />,
            ],
          }))}
        />
      </Panel>
      <MathsLog id={provider.id} />
    </>
  );
}

function Maths({ of }: { of: string | null }) {
  const { t } = useTranslation("office");
  return of === null ? <span className="muted">{t("providers.unproven")}</span> : <Short of={of} />;
}

function GameActions({ provider, game, onDone }: ProviderGamesProps & { game: ProviderView["games"][number] }) {
  const { t } = useTranslation("office");
  const { slug, is_enabled: isEnabled, maths, approved } = game;
  const change = (is_enabled: boolean, approve_maths: boolean) => async (reason: string, key: string) => {
    const body = { is_enabled, approve_maths, reason };
    await call(changeProviderGame, { params: { id: provider.id, slug }, body }, key);
    onDone();
  };
  return (
    <>
      {maths !== approved && (
        <Decide
          action={t("providers.approve_maths")}
          title={t("providers.approve_maths_title", { game: slug })}
          text={t("providers.approve_maths_text")}
          asksReason
          onDecide={change(true, true)}
        />
      )}{" "}
      {(isEnabled || maths === approved) && (
        <Decide
          action={t(isEnabled ? "providers.disable_game" : "providers.enable_game")}
          title={t(isEnabled ? "providers.disable_game_title" : "providers.enable_game_title", { game: slug })}
          text={t(isEnabled ? "providers.disable_game_text" : "providers.enable_game_text")}
          dangerous={isEnabled}
          asksReason
          onDecide={change(!isEnabled, false)}
        />
      )}
    </>
  );
}

function MathsLog({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const log = useOfficeQuery(readMathsLog, { params: { id } });
  return (
    <Panel title={t("providers.maths_log")}>
      <Read of={log}>
        {({ data }) => (
          <>
            <p className={data.broken_at === null ? "note muted" : "note bad"} role="status">
              {data.broken_at === null
                ? t("providers.log_whole")
                : t("providers.log_broken", { n: String(data.broken_at) })}
            </p>
            <Table
              name={t("providers.maths_log")}
              head={[t("time"), t("providers.game"), t("providers.stated"), t("providers.log_hash")]}
              empty={t("providers.no_games")}
              rows={data.entries.map(entry => ({
                key: entry.hash,
                cells: [
                  <Moment key="at" at={entry.at} />,
                  entry.game,
                  <Short key="maths" of={entry.maths} />,
                  <Short key="hash" of={entry.hash} />,
                ],
              }))}
            />
          </>
        )}
      </Read>
    </Panel>
  );
}
