import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readPlayer } from "#modules/accounts/office/contract.ts";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";
import { OfficePage } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { PlayerTabs } from "#modules/operators/office/parts/player-tabs.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { GameBets } from "./game-bets.tsx";
import { usePeriod } from "./use-period.ts";

interface PlayerPlayPageProps {
  /** What is shown of each game alone, by game. */
  readonly offices: Readonly<Record<string, GameOffice>>;
}

/** One player's bets in a game of ours, chosen in the address; their sports bets have a list of their own. */
export function PlayerPlayPage({ offices }: PlayerPlayPageProps) {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const player = useOfficeQuery(readPlayer, { params: { id } }, 60_000);
  const filter = usePeriod();
  const names = Object.keys(offices);
  const game = names.find(each => each === filter.get("game")) ?? names[0] ?? "";
  const ofPlayer = { ...filter, get: (name: string) => (name === "player" ? id : filter.get(name)) };
  return (
    <OfficePage
      title={player.data?.data.person.name ?? t("player")}
      aside={
        <>
          <Pick
            label={t("dashboard.game")}
            value={game}
            choices={names.map(each => [each, t.in("games", each)] as const)}
            onPick={each => filter.set({ game: each })}
          />
          <Link className="btn s" to={`/slips?player=${id}`}>
            {t("pages.slips")}
          </Link>
        </>
      }
    >
      <PlayerTabs id={id} />
      <GameBets key={game} game={game} columns={offices[game]?.bets ?? []} filter={ofPlayer} />
    </OfficePage>
  );
}
