import { parseDecimal } from "#kit/money/amount.ts";
import { money } from "#modules/operators/office/parts/figures.tsx";

/** Risk is counted in dollars at fixed rates. */
export function dollars(amount: string): string {
  return money(amount, "USD");
}

/** What Fairhouse gains or loses, with its sign. */
export function Result({ loss }: { readonly loss: string }) {
  const lost = parseDecimal(loss);
  const isLoss = lost > 0n;
  const amount = dollars(loss.replace("-", ""));
  if (lost === 0n) return <span className="num muted">{amount}</span>;
  return (
    <b className={isLoss ? "num down" : "num up"}>
      {isLoss ? "−" : "+"}
      {amount}
    </b>
  );
}

/** How much of a limit is used. */
export function Used({ percent }: { readonly percent: number }) {
  const tone = percent >= 100 ? "full" : percent >= 80 ? "near" : "";
  return (
    <span className="used">
      <i className={tone} style={{ inlineSize: `${Math.min(100, percent)}%` }} />
    </span>
  );
}

const width = 220;

/** What Fairhouse gains (right) or loses (left) if an outcome comes in, on the scale of its market. */
export function ResultBar({ loss, scale }: { readonly loss: number; readonly scale: number }) {
  const half = width / 2;
  const length = scale > 0 ? (Math.abs(loss) / scale) * (half - 10) : 0;
  return (
    <svg className="result-bar" width={width} height={22} viewBox={`0 0 ${width} 22`} aria-hidden="true">
      <path className="line" d={`M0 11H${width}`} />
      <rect
        className={loss > 0 ? "loss" : "gain"}
        x={loss > 0 ? half - length : half}
        y={4}
        width={length}
        height={14}
        rx={2}
      />
      <path className="middle" d={`M${half} 1V21`} />
    </svg>
  );
}
