import { Link, useLocation } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { CountedAt } from "#modules/bets/office/counted-at.tsx";
import { percentOf } from "#modules/bets/office/measured.tsx";
import { PeriodBar } from "#modules/bets/office/period-bar.tsx";
import { usePeriod } from "#modules/bets/office/use-period.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { type ProviderGameView, readGamesOfProviders } from "./games-contract.ts";
import { MeasuredRounds } from "./measured-rounds.tsx";

type Kind = ProviderGameView["kinds"][number];

/** Every slot and live table: rounds of a period, voids, and what they returned beside what their provider states. */
export function RtpMonitorPage() {
  const { t } = useTranslation("office");
  const filter = usePeriod();
  const query = { ...filter.query, tests: filter.withTests ? ("with" as const) : ("without" as const) };
  const found = useOfficeQuery(readGamesOfProviders, { query }, 30_000);
  return (
    <OfficePage title={t("pages.rtp")}>
      <Panel title={t("rtp.title")} aside={found.data && <CountedAt at={found.data.data.at} />}>
        <PeriodBar filter={filter} shown={found.data?.data} hasCurrency={false} />
        <Read of={found}>{({ data }) => <GamesTable games={data.games} />}</Read>
        <p className="note muted sm">{t("rtp.explained")}</p>
      </Panel>
    </OfficePage>
  );
}

function GamesTable({ games }: { games: readonly ProviderGameView[] }) {
  const { t } = useTranslation("office");
  const { search } = useLocation();
  // A game without rounds has one row, and one of several kinds a row each.
  const rows = games.flatMap(game =>
    (game.kinds.length > 0 ? game.kinds : [undefined]).map((kind, index) => ({ game, kind, isFirst: index === 0 })),
  );
  return (
    <Table
      figures
      name={t("rtp.title")}
      head={[
        t("play.game"),
        t("rtp.kind"),
        `>${t("rtp.stated")}`,
        t("play.return"),
        `>${t("rtp.rounds")}`,
        `>${t("rtp.voids")}`,
        `>${t("rtp.open")}`,
      ]}
      empty={t("play.no_games")}
      rows={rows.map(({ game, kind, isFirst }) => ({
        key: `${game.provider}/${game.slug}/${kind?.kind ?? ""}`,
        cells: [
          isFirst && (
            <Link key="game" className="link" to={`/catalogue/${game.provider}/${game.slug}${search}`}>
              {titleOf(game)}
            </Link>
          ),
          kind ? t.in("rtp.kinds", kind.kind) : "—",
          kind?.stated ? percentOf(kind.stated) : "—",
          <ReturnOf key="return" kind={kind} />,
          kind ? count(kind.rounds) : "0",
          <span key="voids">
            {count(kind?.voids ?? 0)}{" "}
            {isFirst && game.has_too_many_voids && <Tag tone="bad">{t("rtp.too_many_voids")}</Tag>}
          </span>,
          isFirst ? count(game.open) : "",
        ],
      }))}
    />
  );
}

function ReturnOf({ kind }: { kind: Kind | undefined }) {
  return kind?.return ? <MeasuredRounds of={kind.return} stated={kind.stated} /> : "—";
}

/** In the language of the page. */
export function titleOf({ title, slug }: Pick<ProviderGameView, "title" | "slug">): string {
  return title[pageLanguage()] ?? slug;
}
