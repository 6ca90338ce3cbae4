import { useIsPhone } from "../list/use-is-phone.ts";
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

const [top, bottom] = [14, 190];
/** Of one digit at the size of the labels. */
const digitPx = 6.4;

/** Gross and net revenue over time, as a chart; screen readers get the table behind it. Floats: display only. */
export function Chart({ buckets, currency, name, label }: ChartProps) {
  const values = buckets.flatMap(({ ggr, ngr, before }) => [Number(ggr), Number(ngr), Number(before)]);
  const [low, high] = scaleOf(Math.min(0, ...values), Math.max(0, ...values));
  const ticks = [low, low + (high - low) / 2, high].map(value => ({ value, text: shortMoney(value, currency) }));
  const width = useIsPhone() ? 350 : 760;
  const left = 12 + digitPx * Math.max(...ticks.map(({ text }) => text.length));
  const right = width - 10;
  const x = (index: number) => left + (index / Math.max(1, buckets.length - 1)) * (right - left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top);
  const line = (of: "ggr" | "ngr" | "before") =>
    buckets.map((bucket, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(Number(bucket[of]))}`).join("");
  const step = Math.max(1, Math.ceil(buckets.length / (width / 125)));
  return (
    <>
      <svg className="chart" viewBox={`0 0 ${width} 218`} aria-hidden="true">
        <defs>
          <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(90)">
            <rect width="5" height="1" className="hatch" />
          </pattern>
        </defs>
        {ticks.map(({ value, text }) => (
          <g key={value}>
            <path className="grid" d={`M${left} ${y(value)}H${right}`} />
            <text x={left - 6} y={y(value) + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        <path d={`${line("ggr")}L${right} ${y(Math.max(low, 0))}L${left} ${y(Math.max(low, 0))}Z`} fill="url(#hatch)" />
        <path className="before" d={line("before")} />
        <path className="ngr" d={line("ngr")} />
        <path className="ggr" d={line("ggr")} />
        {buckets.map(({ at }, index) =>
          index % step === 0 ? (
            <text key={at} x={x(index)} y={208} textAnchor={anchorOf(index, buckets.length)}>
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

function anchorOf(index: number, count: number): "start" | "middle" | "end" {
  if (index === 0) return "start";
  return index === count - 1 ? "end" : "middle";
}

/** Without the decimals of a whole amount. */
function shortMoney(value: number, currency: string): string {
  return money(value.toFixed(2), currency).replace(/[.,]00(?!\d)/, "");
}
