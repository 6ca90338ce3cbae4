import { useTranslation } from "#kit/web/texts.tsx";
import type { PartnerFigures } from "../shared/contract.ts";
import type { Shown } from "./use-shown.ts";

const [width, height, head, foot] = [640, 220, 14, 24];
/** Lines of the scale, about. */
const lines = 3;

/** A character of the scale on a phone, where its text is largest, and the gap beside the lines. */
const [letter, gap] = [12.5, 8];

/** Where the lines begin: right of the longest sum of the scale. */
export const axisOf = (labels: readonly string[]): number =>
  Math.ceil(Math.max(...labels.map(({ length }) => length)) * letter) + gap;

/** The first day of each week, where its date fits beside the edge. */
export const isLabelled = (index: number, days: number): boolean =>
  index % 7 === 0 && (index === 0 || index + 4 <= days);

/** Round values from the lowest to the highest, zero among them. */
export function scaleOf(bottom: number, top: number): readonly number[] {
  const rough = (top - bottom) / lines || 1;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find(each => each * ten >= rough) ?? 10) * ten;
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Commission by day; a day of few players has no bar. The same figures are in the table below it. */
export function DayChart({ figures: { days, totals }, shown }: { figures: PartnerFigures; shown: Shown }) {
  const { t } = useTranslation("partners");
  const values = days.map(({ commission }) => Number(commission ?? 0));
  const scale = scaleOf(Math.min(0, ...values), Math.max(0, ...values));
  const [bottom = 0, top = 1] = [scale[0], scale.at(-1)];
  const y = (value: number) => head + ((top - value) / (top - bottom)) * (height - head - foot);
  const axis = axisOf(scale.map(shown.round));
  const step = (width - axis) / Math.max(1, days.length);
  return (
    <section className="card partners-card" aria-label={t("days.title")}>
      <div className="partners-head">
        <h2>{t("days.title")}</h2>
      </div>
      {totals.commission === null ? (
        <p className="muted sm">{t("days.none")}</p>
      ) : (
        <svg className="partners-chart" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {scale.map(value => (
            <g key={value} className={value === 0 ? "zero" : undefined}>
              <line x1={axis} x2={width} y1={y(value)} y2={y(value)} />
              <text x={axis - gap} y={y(value) + 4} textAnchor="end">
                {shown.round(value)}
              </text>
            </g>
          ))}
          {days.map(({ day }, index) => {
            const value = values[index] ?? 0;
            const bar = { x: axis + index * step + step * 0.18, width: step * 0.64 };
            return (
              <g key={day}>
                <rect
                  x={bar.x}
                  width={bar.width}
                  y={Math.min(y(0), y(value))}
                  height={Math.abs(y(value) - y(0))}
                  rx="3"
                  className={value < 0 ? "below" : undefined}
                />
                {isLabelled(index, days.length) && (
                  <text x={bar.x} y={height - 4}>
                    {shown.day(day)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      <details>
        <summary className="sm">{t("days.table")}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
        <section className="partners-scroll" tabIndex={0} aria-label={t("days.table")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("days.day")}</th>
                {(["clicks", "registrations", "first_deposits", "net_revenue", "commission"] as const).map(key => (
                  <th key={key} scope="col" className="r">
                    {t(`figures.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map(each => (
                <tr key={each.day}>
                  <th scope="row">{shown.day(each.day)}</th>
                  <td className="r num">{shown.count(each.clicks)}</td>
                  <td className="r num">{shown.count(each.registrations)}</td>
                  <td className="r num">{shown.count(each.first_deposits)}</td>
                  <td className="r num">{shown.money(each.net_revenue)}</td>
                  <td className="r num">{shown.money(each.commission)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
