import { money } from "./figures.tsx";

interface Bucket {
  readonly at: string;
  readonly ggr: string;
  readonly ngr: string;
  /** GGR of the period beside this one. */
  readonly before: string;
}

interface ChartProps {
  readonly buckets: readonly Bucket[];
  readonly currency: string;
  readonly name: string;
  /** Names the half hour or the day that begins at an instant. */
  label(at: string): string;
}

const [left, right, top, bottom] = [52, 750, 14, 190];

/** Gross and net revenue over time, as a chart; screen readers get the table behind it. Floats: display only. */
export function Chart({ buckets, currency, name, label }: ChartProps) {
  const values = buckets.flatMap(({ ggr, ngr, before }) => [Number(ggr), Number(ngr), Number(before)]);
  const [low, high] = scaleOf(Math.min(0, ...values), Math.max(0, ...values));
  const x = (index: number) => left + (index / Math.max(1, buckets.length - 1)) * (right - left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top);
  const line = (of: "ggr" | "ngr" | "before") =>
    buckets.map((bucket, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(Number(bucket[of]))}`).join("");
  const ticks = [low, low + (high - low) / 2, high];
  const step = Math.max(1, Math.ceil(buckets.length / 6));
  return (
    <>
      <svg className="chart" viewBox="0 0 760 218" aria-hidden="true">
        <defs>
          <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(90)">
            <rect width="5" height="1" className="hatch" />
          </pattern>
        </defs>
        {ticks.map(tick => (
          <g key={tick}>
            <path className="grid" d={`M${left} ${y(tick)}H${right}`} />
            <text x={left - 6} y={y(tick) + 4} textAnchor="end">
              {short(tick)}
            </text>
          </g>
        ))}
        <path
          className="under"
          d={`${line("ggr")}L${right} ${y(Math.max(low, 0))}L${left} ${y(Math.max(low, 0))}Z`}
          fill="url(#hatch)"
        />
        <path className="before" d={line("before")} />
        <path className="ngr" d={line("ngr")} />
        <path className="ggr" d={line("ggr")} />
        {buckets.map(({ at }, index) =>
          index % step === 0 ? (
            <text key={at} x={x(index)} y={208} textAnchor={index === 0 ? "start" : "middle"}>
              {label(at)}
            </text>
          ) : null,
        )}
      </svg>
      {/* A table is always as wide as its cells, so its wrapper is hidden instead. */}
      <div className="sr-only">
        <table>
          <caption>{name}</caption>
          <tbody>
            {buckets.map(({ at, ggr, ngr }) => (
              <tr key={at}>
                <th scope="row">{label(at)}</th>
                <td>{money(ggr, currency)}</td>
                <td>{money(ngr, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Round values at the ends of the axis. */
function scaleOf(low: number, high: number): readonly [number, number] {
  if (high === low) return [0, 1];
  const step = 10 ** Math.floor(Math.log10(Math.max(high, -low)));
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

function short(value: number): string {
  const abs = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  return abs >= 1000 ? `${sign}${+(abs / 1000).toFixed(1)}k` : `${sign}${+abs.toFixed(2)}`;
}
