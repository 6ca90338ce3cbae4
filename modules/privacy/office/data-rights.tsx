import { useState } from "react";
import { Link } from "react-router";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { saveFile } from "#modules/exports/office/save-file.ts";
import { call, callFile } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  type CopyView,
  type ErasureView,
  erasePlayer,
  fetchCopy,
  orderCopy,
  readCopies,
  readErasure,
} from "./contract.ts";

const everyMs = 5_000;
const tones = { waiting: "wait", ready: "good", fetched: "plain", expired: "plain", refused: "bad" } as const;

/** What a player may ask for about their data. */
export function DataRights({ id }: { readonly id: string }) {
  const { may } = useSession();
  return (
    <>
      {may("players.copy") && <Copies id={id} />}
      <Erasure id={id} />
    </>
  );
}

/** Whether the player's personal data was erased, and a request that it be. */
function Erasure({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const erasure = useRead(readErasure, { params: { id } }, 30_000);
  const [request, setRequest] = useState<string>();
  return (
    <Panel
      title={t("data_rights.erase_panel")}
      aside={
        may("players.erase") &&
        erasure.data === null && (
          <Decide
            action={t("data_rights.erase_request")}
            title={t("data_rights.erase_title")}
            text={t("data_rights.erase_text")}
            asksReason
            dangerous
            onDecide={async reason => {
              const { data } = await call(erasePlayer, { params: { id }, body: { reason } });
              setRequest(data.request);
            }}
          />
        )
      }
    >
      <AskedNote request={request} />
      <Read of={erasure}>
        {data => (data ? <Erased erasure={data} /> : <p className="note muted">{t("data_rights.not_erased")}</p>)}
      </Read>
    </Panel>
  );
}

function Erased({ erasure: { erased_at, keep_until, completed_at, request } }: { readonly erasure: ErasureView }) {
  const { t } = useTranslation("office");
  return (
    <dl className="facts">
      <div>
        <dt>{t("data_rights.erased_at")}</dt>
        <dd>
          <Moment at={erased_at} />
        </dd>
      </div>
      <div>
        <dt>{t("data_rights.keep_until")}</dt>
        <dd>{keep_until === null ? t("data_rights.kept_nothing") : <Moment at={keep_until} />}</dd>
      </div>
      {completed_at !== null && (
        <div>
          <dt>{t("data_rights.completed_at")}</dt>
          <dd>
            <Moment at={completed_at} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t("data_rights.request")}</dt>
        <dd>
          <Link className="link" to={`/approvals/${request}`}>
            {request.slice(-6)}
          </Link>
        </dd>
      </div>
    </dl>
  );
}

/** Copies of the player's data. */
function Copies({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const copies = useRead(readCopies, { params: { id } }, everyMs);
  return (
    <Panel
      title={t("data_rights.copies")}
      aside={
        <Decide
          action={t("data_rights.order")}
          title={t("data_rights.order_title")}
          text={t("data_rights.order_text")}
          asksReason
          onDecide={async reason => {
            await call(orderCopy, { params: { id }, body: { reason } });
            copies.reload();
          }}
        />
      }
    >
      <Read of={copies}>
        {data => (
          <Table
            name={t("data_rights.copies")}
            head={[
              t("time"),
              t("data_rights.ordered_by"),
              t("reason"),
              "SHA-256",
              t("data_rights.expires"),
              t("players.state"),
              ">",
            ]}
            empty={t("data_rights.none")}
            rows={data.map(copy => ({
              key: copy.id,
              cells: [
                <Moment key="at" at={copy.ordered_at} />,
                copy.operator,
                <span key="reason" className="reason">
                  {copy.reason}
                </span>,
                <span key="hash" className="mono muted" title={copy.sha256 ?? undefined}>
                  {copy.sha256?.slice(0, 12) ?? "—"}
                </span>,
                copy.state === "ready" ? <Moment key="until" at={copy.expires_at} /> : "—",
                <Tag key="state" tone={tones[copy.state]}>
                  {t(`data_rights.states.${copy.state}`)}
                </Tag>,
                copy.state === "ready" && copy.mine && <Download key="do" copy={copy} />,
              ],
            }))}
          />
        )}
      </Read>
      <p className="note muted sm">{t("data_rights.copies_text")}</p>
    </Panel>
  );
}

function Download({ copy: { id } }: { readonly copy: CopyView }) {
  const { t } = useTranslation("office");
  const cache = useRouteCache();
  const { busy, error, send } = useSending();
  async function download(): Promise<void> {
    await send(async () =>
      saveFile(await callFile(fetchCopy, { params: { id } }), `fairhouse-player-${id.slice(-6)}.json`),
    );
    await cache.invalidate(readCopies);
  }
  return (
    <span className="row end wrap">
      <Refused why={error} />
      <button type="button" className="btn s" aria-busy={busy} disabled={busy} onClick={() => void download()}>
        {t("data_rights.download")}
      </button>
    </span>
  );
}
