import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { GameTiles } from "./game-tiles.tsx";

/** All games of the house. */
export default function GamesPage() {
  const { t } = useTranslation("content");
  return (
    <>
      <PageHead title={t("places.house_games")} description={t("home.games_note")} />
      <div className="sec-h">
        <h1 className="d">{t("places.house_games")}</h1>
        <span className="mut sm">{t("home.games_note")}</span>
      </div>
      <GameTiles className="tiles" facts={{}} />
    </>
  );
}
