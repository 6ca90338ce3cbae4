import { useTranslation } from "#kit/web/texts.tsx";
import { useIsPhone } from "#modules/operators/office/list/use-is-phone.ts";
import { calendarDay, count, percentText } from "#modules/operators/office/parts/figures.tsx";
import { type MeasuredView, percentOf } from "./measured.tsx";

interface Day {
  readonly day: string;
  readonly mean: string;
  readonly return: MeasuredView;
}

interface ReturnChartProps {
  readonly days: readonly Day[];
  readonly from: string;
  readonly to: string;
  /** Percent; null where there is no single one. */
  readonly designed: string | null;
  readonly name: string;
  readonly explained?: string;
}

const [left, top, bottom] = [52, 14, 190];
const dayMs = 86_400_000;
/** Percent: rare large wins would flatten everything else. */
const highest = 300;

/**
 * The return of each day as a dot, with its 95 % bounds where there are enough bets, and the designed return as a line; screen readers get
 * the table behind it. Floats: display only.
 */
export function ReturnChart({ days, from, to, designed, name, explained }: ReturnChartProps) {
  const { t } = useTranslation("office");
  const width = useIsPhone() ? 350 : 760;
  if (days.length === 0) return <p className="note muted">{t("play.no_bets")}</p>;
  const right = width - 10;
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const ends = days.flatMap(({ mean, return: { result } }) => [Number(mean), Number(result?.high ?? mean)]);
  const high = Math.min(highest, Math.ceil(Math.max(100, ...ends) / 50) * 50);
  const x = (day: string) =>
    first === last ? (left + right) / 2 : left + 8 + ((Date.parse(day) - first) / (last - first)) * (right - left - 16);
  const y = (value: number) => bottom - (Math.min(high, Math.max(0, value)) / high) * (bottom - top);
  const middle = new Date(first + Math.round((last - first) / dayMs / 2) * dayMs).toISOString().slice(0, 10);
  return (
    <>
      <svg className="chart returns" viewBox={`0 0 ${width} 218`} aria-hidden="true">
        {[0, high / 2, high].map(tick => (
          <g key={tick}>
            <path className="grid" d={`M${left} ${y(tick)}H${right}`} />
            <text x={left - 6} y={y(tick) + 4} textAnchor="end">
              {percentText(tick)}
            </text>
          </g>
        ))}
        {designed !== null && <path className="designed" d={`M${left} ${y(Number(designed))}H${right}`} />}
        {days.map(({ day, mean, return: { result } }) => (
          <g key={day}>
            {result && <path className="bound" d={`M${x(day)} ${y(Number(result.low))}V${y(Number(result.high))}`} />}
            <circle className={result ? "mean" : "mean few"} cx={x(day)} cy={y(Number(mean))} r="3.5" />
          </g>
        ))}
        {[...new Set([from, middle, to])].map(day => (
          <text
            key={day}
            x={x(day)}
            y={208}
            textAnchor={day === to && from !== to ? "end" : day === from && from !== to ? "start" : "middle"}
          >
            {calendarDay(day)}
          </text>
        ))}
      </svg>
      <p className="note muted sm">{explained ?? t("play.chart_explained")}</p>
      {/* A table is always as wide as its cells, so its wrapper is hidden instead. */}
      <div className="sr-only">
        <table>
          <caption>{name}</caption>
          <thead>
            <tr>
              <th scope="col">{t("play.day")}</th>
              <th scope="col">{t("play.bets")}</th>
              <th scope="col">{t("play.return")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, mean, return: { bets, result } }) => (
              <tr key={day}>
                <th scope="row">{calendarDay(day)}</th>
                <td>{count(bets)}</td>
                <td>
                  {percentOf(mean)}
                  {result && ` ${t("play.bounds", { low: percentOf(result.low), high: percentOf(result.high) })}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
