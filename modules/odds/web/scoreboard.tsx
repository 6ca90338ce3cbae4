import { useTranslation } from "#kit/web/texts.tsx";
import type { EventDetails, EventView, FeedView } from "../shared/contract.ts";
import { hasParts, pointsOf } from "../shared/shown-score.ts";
import { LiveClock, StartTime } from "./event-clock.tsx";
import { isShut } from "./is-shut.ts";
import { Price } from "./price.tsx";
import { SideName } from "./side-score.tsx";

/** Score, clock and result prices of one event over a pitch. */
export function Scoreboard({
  event,
  feed,
  heading: Heading = "h2",
}: {
  event: EventView & Partial<Pick<EventDetails, "incidents">>;
  feed: readonly FeedView[];
  heading?: "h1" | "h2";
}) {
  const { t } = useTranslation("odds");
  const { home, away, play, league, main, status } = event;
  const result = main.find(({ kind }) => kind === "1x2" || kind === "winner");
  const name = (id: string) => (id === "home" ? home?.short : id === "away" ? away?.short : t("outcomes.draw"));
  return (
    <section className={`bet-pitch ${event.sport}`}>
      <div className="row spread sm">
        <span className="ellipsis">{league.name}</span>
        <span className="row">
          {event.simulated && <span className="tag">{t("page.simulated")}</span>}
          <span className={play && status === "live" ? "tag live" : "tag"}>
            {play && status === "live" ? (
              <LiveClock event={Object.assign({}, event, { play })} />
            ) : status === "scheduled" && event.start ? (
              <StartTime iso={event.start} />
            ) : (
              t(status === "ended" && event.sport !== "football" ? "page.finished" : `statuses.${status}`)
            )}
          </span>
        </span>
      </div>
      <Heading className="bet-score display">
        <span>
          <SideName event={event} side="home" />
          <Scorers event={event} side="home" />
        </span>
        <b className="num">{play ? `${play.score[0]} : ${play.score[1]}` : away ? "–" : ""}</b>
        <span>
          <SideName event={event} side="away" />
          <Scorers event={event} side="away" />
        </span>
      </Heading>
      {play && hasParts(event.sport) && play.periods.length > 0 && (
        <p className="bet-figures num">{partsLine(event, play)}</p>
      )}
      {play?.corners && (
        <p className="bet-figures sm">
          {t("page.corners", { home: play.corners[0] ?? 0, away: play.corners[1] ?? 0 })}
          {play.red_cards &&
            ` · ${t("page.red_cards", { home: play.red_cards[0] ?? 0, away: play.red_cards[1] ?? 0 })}`}
        </p>
      )}
      {result && (
        <div className="bet-outcomes">
          {result.outcomes.map(({ id, price }) => (
            <Price
              key={id}
              of={{ event: event.id, market: result.kind, spec: result.spec, outcome: id }}
              label={name(id) ?? id}
              price={price}
              isShut={isShut(result, feed)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** "6:4, 3:2 · 30:15": the parts, then the running game. */
function partsLine({ sport }: EventView, play: NonNullable<EventView["play"]>): string {
  const parts = play.periods.map(pair => pair.join(":")).join(", ");
  const points = sport === "tennis" ? [pointsOf(play, "home"), pointsOf(play, "away")] : [];
  return points.includes(undefined) || points.length === 0 ? parts : `${parts} · ${points.join(":")}`;
}

/** Who scored, on pages that know the incidents. Its line is always there: nothing moves at a goal. */
function Scorers({
  event: { incidents, sport },
  side,
}: {
  event: Pick<EventView, "sport"> & Partial<Pick<EventDetails, "incidents">>;
  side: "home" | "away";
}) {
  if (!incidents || (sport !== "football" && sport !== "ice_hockey")) return null;
  const goals = incidents.filter(each => each.kind === "goal" && each.side === side).slice(0, 3);
  const text = goals.map(({ player, clock }) => `${player ?? ""} ${Math.floor(clock / 60) + 1}'`.trim()).reverse();
  return <small className="ellipsis">{text.join(", ") || "\u00a0"}</small>;
}
