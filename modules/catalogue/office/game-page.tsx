import { useState } from "react";
import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { usePeriod } from "#modules/bets/office/use-period.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Facts } from "#modules/operators/office/parts/facts.tsx";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { GameFigures } from "#modules/providers/office/game-figures.tsx";
import { GameRounds } from "#modules/providers/office/game-rounds.tsx";
import { limitsLine } from "../shared/stake-limits.ts";
import { type OfficeGame, readGame } from "./contract.ts";
import { EditGame } from "./edit-game.tsx";
import { GameLimits } from "./game-limits.tsx";
import { GameState } from "./game-state.tsx";

/** One slot or live table: what it took and paid, its rounds, and how it is offered. Each part is for those who may see it. */
export function ProviderGamePage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { provider = "", slug = "" } = useParams();
  const filter = usePeriod();
  const maySeeRounds = may("bets.read");
  return (
    <OfficePage
      title={slug}
      aside={
        <Link className="btn s" to={maySeeRounds ? "/rtp" : "/catalogue"}>
          {t("rtp.all")}
        </Link>
      }
    >
      {may("games.read") && <Offer provider={provider} slug={slug} />}
      {maySeeRounds && (
        <>
          <GameFigures provider={provider} slug={slug} filter={filter} />
          <GameRounds provider={provider} slug={slug} filter={filter} />
        </>
      )}
    </OfficePage>
  );
}

function Offer({ provider, slug }: { provider: string; slug: string }) {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readGame, { params: { provider, slug } }, 30_000);
  const game = found.data?.data;
  const [request, setRequest] = useState<string>();
  const onLimits = (asked: string | null) => {
    setRequest(asked ?? undefined);
    found.reload();
  };
  return (
    <Panel
      title={t("rtp.offer")}
      aside={
        game && (
          <>
            <GameLimits game={game} onChanged={onLimits} />
            <EditGame game={game} onChanged={found.reload} />
          </>
        )
      }
    >
      <AskedNote request={request} />
      <Read of={found}>{({ data }) => <OfferFacts game={data} />}</Read>
    </Panel>
  );
}

function OfferFacts({ game }: { game: OfficeGame }) {
  const { t } = useTranslation("office");
  const none = t("games.none");
  const list = (codes: readonly string[] | null) => (codes && codes.length > 0 ? codes.join(", ") : none);
  const limits = limitsLine(game.limits);
  const facts = [
    [t("games.game"), game.title],
    [t("games.state"), <GameState key="state" game={game} />],
    [t("games.rank"), game.rank === null ? none : count(game.rank)],
    [t("games.players"), count(game.players_7d)],
    [t("games.categories"), list(game.categories)],
    [t("games.countries"), list(game.countries)],
    [t("games.blocked"), list(game.blocked_countries)],
    [t("games.currencies"), list(game.currencies)],
    [t("games.limits"), limits === "" ? none : limits],
  ] as const;
  return <Facts of={facts} layout="split" />;
}
