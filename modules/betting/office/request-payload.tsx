import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { useMarketNames } from "./names.ts";

interface PayloadProps {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);
const hidden: ReadonlySet<string> = new Set(["seen", "market", "trading_n", "correction"]);

/** What a trader asks for: every fact of the request, and a link to the page where it can be checked. */
export function BettingPayload({ payload }: PayloadProps) {
  const { t } = useTranslation("office", "odds");
  const named = useMarketNames();
  const [event, market, slip] = [payload.event, payload.market, payload.slip].map(text);
  const label = (name: string) => t.find(`approvals.fields.${name}`) ?? name;
  const kind = text(payload.kind);
  const [home = "", away = ""] = (text(payload.match) ?? "").split(" – ");
  const names = { sport: "", league: "", title: "", home, away, entrants: {} };
  const outcomeOf = (id: string) => named.outcome(names, { kind: kind ?? "", spec: text(payload.spec) ?? "" }, id);
  const shown = (name: string, value: unknown) => {
    if (name === "kind" && kind !== undefined) return t.find(`odds:markets.${kind}`) ?? kind;
    if (name === "outcome") return outcomeOf(String(value));
    if (name === "decision")
      return t.find(`trading.decisions.${value}`) ?? t.find(`trading.correct.${value}`) ?? String(value);
    if (name === "ends" && typeof value === "object" && value !== null)
      return Object.entries(value)
        .map(([id, end]) => `${outcomeOf(id)}: ${t.find(`trading.ends.${end}`) ?? end}`)
        .join(", ");
    return text(value) ?? JSON.stringify(value);
  };
  return (
    <>
      <dl className="facts">
        {Object.entries(payload)
          .filter(([name, value]) => !hidden.has(name) && value !== null && value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{label(name)}</dt>
              <dd>{shown(name, value)}</dd>
            </div>
          ))}
      </dl>
      <p className="row pad">
        {event !== undefined && (
          <Link className="btn s" to={`/trading/events/${event}${market === undefined ? "" : `?market=${market}`}`}>
            {t("trading.payload.open_event")}
          </Link>
        )}
        {slip !== undefined && (
          <Link className="btn s" to={`/slips/${slip}`}>
            {t("trading.payload.open_slip")}
          </Link>
        )}
      </p>
    </>
  );
}
