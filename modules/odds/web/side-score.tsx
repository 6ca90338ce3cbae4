import { useTranslation } from "#kit/web/texts.tsx";
import type { EventView } from "../shared/contract.ts";
import type { Side } from "../shared/facts.ts";
import { hasParts, partsOf, pointsOf } from "../shared/shown-score.ts";

/** A side's name with the mark of who serves. */
export function SideName({ event, side }: { event: EventView; side: Side }) {
  const { t } = useTranslation("odds");
  const { play } = event;
  return (
    <span className="bet-name">
      <b className="ellipsis">{event[side]?.name ?? (side === "home" ? event.league.name : "")}</b>
      {play?.serving === side && <i className="bet-serve" role="img" aria-label={t("page.serving")} />}
    </span>
  );
}

/** Parts of a match, the running game's points, and the score. */
export function SideScore({ event, side }: { event: EventView; side: Side }) {
  const { play, sport } = event;
  if (!play) return null;
  const points = pointsOf(play, side);
  const total = play.score[side === "home" ? 0 : 1] ?? 0;
  return (
    <span className="bet-parts num">
      {hasParts(sport) &&
        partsOf(play, side).map((score, part) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its number
          <span key={part}>{score}</span>
        ))}
      <b className="brass">{sport === "tennis" ? (points ?? total) : total}</b>
    </span>
  );
}
