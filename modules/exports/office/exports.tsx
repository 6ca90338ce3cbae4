import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call, callFile } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { fetchExport, fetchWorkbook, type OrderView, readExports, releaseExport } from "../shared/contract.ts";
import { saveFile } from "./save-file.ts";

const everyMs = 5_000;
const tones = {
  waiting: "wait",
  held: "wait",
  ready: "good",
  fetched: "plain",
  expired: "plain",
  refused: "bad",
} as const;

/** The files that the operator ordered. */
export function ExportsPage() {
  const { t } = useTranslation("office");
  const orders = useRead(readExports, {}, everyMs);
  return (
    <OfficePage title={t("pages.exports")}>
      <Panel>
        <Read of={orders}>{data => <Orders orders={data} />}</Read>
        <p className="note muted sm">{t("exports.rule")}</p>
      </Panel>
    </OfficePage>
  );
}

function Orders({ orders }: { readonly orders: readonly OrderView[] }) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={t("pages.exports")}
      head={[
        t("time"),
        t("exports.list"),
        t("players.state"),
        t("exports.filters"),
        t("reason"),
        `>${t("exports.rows")}`,
        "SHA-256",
        ">",
      ]}
      empty={t("exports.none")}
      rows={orders.map(order => ({
        key: order.id,
        cells: [
          <Moment key="at" at={order.ordered_at} />,
          t.in("exports.lists", order.list),
          <Tag key="state" tone={tones[order.state]}>
            {t(`exports.states.${order.state}`)}
          </Tag>,
          <span key="filters" className="change mono">
            {Object.entries(order.filters)
              .map(([name, value]) => `${name}: ${value}`)
              .join(", ") || "—"}
          </span>,
          <span key="reason" className="reason">
            {order.reason}
          </span>,
          order.rows === null ? "—" : count(order.rows),
          <span key="hash" className="mono muted" title={order.sha256 ?? undefined}>
            {order.sha256?.slice(0, 12) ?? "—"}
          </span>,
          order.state === "ready" ? (
            <Download key="do" order={order} />
          ) : (
            order.state === "held" && <AskRelease key="do" order={order} />
          ),
        ],
      }))}
    />
  );
}

/** A request for a second operator, with the reason of the order. */
function AskRelease({ order: { id, rows } }: { readonly order: OrderView }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("exports.ask_release")}
      title={t("exports.ask_release_title")}
      text={t("exports.ask_release_text", { rows: count(rows ?? 0) })}
      onDecide={async (_, key) => {
        await call(releaseExport, { params: { id } }, key);
      }}
    />
  );
}

const formats = { csv: fetchExport, xlsx: fetchWorkbook } as const;

function Download({ order: { id, list } }: { readonly order: OrderView }) {
  const { t } = useTranslation("office");
  const cache = useRouteCache();
  const { busy, error, send } = useSending();
  async function download(format: keyof typeof formats): Promise<void> {
    await send(async () =>
      saveFile(await callFile(formats[format], { params: { id } }), `fairhouse-${list}-${id.slice(-6)}.${format}`),
    );
    await cache.invalidate(readExports);
  }
  return (
    <span className="row end wrap">
      <Refused why={error} />
      {(["csv", "xlsx"] as const).map(format => (
        <button
          key={format}
          type="button"
          className="btn s"
          aria-busy={busy}
          disabled={busy}
          onClick={() => void download(format)}
        >
          {t("exports.download", { format: format.toUpperCase() })}
        </button>
      ))}
    </span>
  );
}
