import { money } from "./figures.tsx";

interface Hour {
  readonly hour: string;
  readonly ggr: string;
  readonly ngr: string;
}

const [left, right, top, bottom] = [52, 750, 14, 190];

/** Gross and net revenue by hour, as a chart; screen readers get the table behind it. Floats: display only. */
export function Chart({ hours, currency, name }: { hours: readonly Hour[]; currency: string; name: string }) {
  const values = hours.flatMap(({ ggr, ngr }) => [Number(ggr), Number(ngr)]);
  const [low, high] = scaleOf(Math.min(0, ...values), Math.max(0, ...values));
  const x = (index: number) => left + (index / Math.max(1, hours.length - 1)) * (right - left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top);
  const line = (of: "ggr" | "ngr") =>
    hours.map((hour, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(Number(hour[of]))}`).join("");
  const ticks = [low, low + (high - low) / 2, high];
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
        <path className="ngr" d={line("ngr")} />
        <path className="ggr" d={line("ggr")} />
        {hours.map(({ hour }, index) =>
          index % 4 === 3 ? (
            <text key={hour} x={x(index)} y={208} textAnchor={index === hours.length - 1 ? "end" : "middle"}>
              {hour.slice(11, 16)}
            </text>
          ) : null,
        )}
      </svg>
      {/* A table is always as wide as its cells, so its wrapper is hidden instead. */}
      <div className="sr-only">
        <table>
          <caption>{name}</caption>
          <tbody>
            {hours.map(({ hour, ggr, ngr }) => (
              <tr key={hour}>
                <th scope="row">{hour.slice(11, 16)}</th>
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
