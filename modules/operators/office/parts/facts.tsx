import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
  readonly of: readonly Fact[];
  /** `split`: in two columns where there is room; `pad`: with the padding of a panel. */
  readonly layout?: "split" | "pad";
}

/** Named values of one thing. */
export function Facts({ of, layout }: FactsProps) {
  return (
    <dl className={layout === undefined ? "facts" : `facts ${layout}`}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
