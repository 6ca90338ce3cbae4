import { Moment } from "./figures.tsx";
import { Tag } from "./office-page.tsx";

/** When a person has to act at the latest, marked with `late` once it is over. */
export function Due({ at, late }: { readonly at: string; readonly late: string }) {
  return (
    <span className="row">
      <Moment at={at} />
      {Date.parse(at) < Date.now() && <Tag tone="bad">{late}</Tag>}
    </span>
  );
}
