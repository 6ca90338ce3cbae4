import type { BuilderPart, BuilderRefusal } from "../model/events/event.ts";
import type { Line, Outcome } from "../model/events/rules.ts";
import type { QuoteLeg } from "../shared/protocol.ts";

interface JointOf {
  readonly lines: readonly Line[];
  outcomes(line: Line): readonly Outcome[];
  joint(legs: readonly QuoteLeg[]): readonly BuilderPart[] | BuilderRefusal;
}

/** Pairs of outcomes whose joint chances do not add up to what a single price says: none, where both are sums over one distribution. */
export function unevenPairs({ lines, outcomes, joint }: JointOf): readonly string[] {
  const uneven: string[] = [];
  for (const [index, a] of lines.entries())
    for (const b of lines.slice(index + 1)) {
      for (const { id, p } of outcomes(a)) {
        const first = { market: a.id, spec: a.spec, outcome: id };
        const sum = outcomes(b)
          .map(other => {
            const found = joint([first, { market: b.id, spec: b.spec, outcome: other.id }]);
            if (found === "impossible") return 0;
            if (found === "implied") return Math.min(p.win, other.p.win);
            return typeof found === "string" ? Number.NaN : (found.at(-1)?.p ?? Number.NaN);
          })
          .reduce((all, each) => all + each, 0);
        if (!(Math.abs(sum - p.win) < 1e-8))
          uneven.push(`${a.id} ${a.spec} ${id} with ${b.id} ${b.spec}: ${sum} of ${p.win}`);
      }
    }
  return uneven;
}
