import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { dateFormat } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getTop, type Top } from "../shared/contract.ts";
import { boards, type Period, periods, type TopBoard } from "../shared/period.ts";
import { Podium } from "./podium.tsx";
import { TopTable } from "./top-table.tsx";
import "./top.css";

export const handle = { texts: ["top-players", "lobby"] };

/** How often the server ranks. */
const rankedMs = 60_000;
const dayMs = 86_400_000;

interface Loaded {
  readonly board: TopBoard;
  readonly period: Period;
  readonly top: Top | null;
}

/** A board of a period; what the address does not name, or names wrongly, is the biggest wins of the week. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { searchParams } = new URL(request.url);
  const board = boards.find(each => each === searchParams.get("board")) ?? "wins";
  const period = periods.find(each => each === searchParams.get("period")) ?? "week";
  const { status, body } = await context.get(requestContext).get(`/api/v1/top?board=${board}&period=${period}`);
  return { board, period, top: status === 200 ? (body as { data: Top }).data : null };
}

export default function TopPage() {
  const { t } = useTranslation("top-players", "lobby");
  const { board, period, top: loaded } = useLoaderData<typeof loader>();
  const isPlayer = useSession(state => state.status === "player");
  const { data } = useQuery(getTop, { query: { board, period } }, { pollMs: rankedMs });
  const top = data ?? loaded;
  const lines = top?.lines ?? [];
  const isWithPodium = lines.length >= 3;
  return (
    <div className="top-players">
      <PageHead title={t("lobby:menu.top")} description={t("page.lead")} />
      <section className="top-hero">
        <Seal of="top players" size={900} points={260} stroke={0.25} />
        <div className="top-head">
          <h1 className="display">{t("lobby:menu.top")}</h1>
          <Choice
            name="board"
            items={boards.map(value => ({ value, text: t(`boards.${value}`) }))}
            chosen={board}
            other={{ period }}
          />
          <Choice
            name="period"
            items={periods.map(value => ({ value, text: t(`periods.${value}`) }))}
            chosen={period}
            other={{ board }}
          />
        </div>
        {isWithPodium && <Podium board={board} lines={lines.slice(0, 3)} />}
      </section>
      <p className="row wrap muted sm top-note">
        <span>{t("page.lead")}</span>
        {top && <Days top={top} />}
      </p>
      {lines.length === 0 ? (
        <NoLines />
      ) : (
        <TopTable
          board={board}
          lines={isWithPodium ? lines.slice(3) : lines}
          me={isPlayer ? (top?.me ?? null) : null}
        />
      )}
      {isPlayer && lines.length > 0 && top?.me === null && <p className="muted sm">{t("page.no_place")}</p>}
    </div>
  );
}

interface ChoiceProps {
  readonly name: "board" | "period";
  readonly items: readonly { readonly value: string; readonly text: string }[];
  readonly chosen: string;
  readonly other: Readonly<Record<string, string>>;
}

/** Links, so that a board has an address. */
function Choice({ name, items, chosen, other }: ChoiceProps) {
  const { t } = useTranslation("top-players");
  const href = useHref();
  return (
    <nav className="tabs" aria-label={t(`page.${name}`)}>
      {items.map(({ value, text }) => (
        <Link
          key={value}
          to={href(`/top?${new URLSearchParams(Object.assign({ [name]: value }, other))}`)}
          aria-current={value === chosen ? "page" : undefined}
          preventScrollReset
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** The days of the period, UTC. */
function Days({ top: { begins_at, ends_at } }: { readonly top: Top }) {
  const { t } = useTranslation("top-players");
  const show = dateFormat(languageOf(useLocale()), "day", "UTC");
  const last = new Date(Date.parse(ends_at) - dayMs).toISOString();
  const days = show(begins_at) === show(last) ? show(last) : `${show(begins_at)} – ${show(last)}`;
  return <span className="num">{t("page.days", { days })}</span>;
}

function NoLines() {
  const { t } = useTranslation("top-players");
  return (
    <div className="card empty">
      <Seal of="70b0" size={110} />
      <p className="muted">{t("page.none")}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={useHref()("/games")}>
        {t("page.play")}
      </Link>
    </div>
  );
}
