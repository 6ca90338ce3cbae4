import { type ComponentType, lazy, type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  type ApprovalRequestView,
  approveRequest,
  declineRequest,
  readApproval,
} from "#modules/approvals/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, Short } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import type { DraftedPrizes } from "#modules/wheel/shared/prizes.ts";
import { RequestState, useRequestTitle, useShownFact } from "./request-state.tsx";

/** One request: its effect, the requester and reason, the approvals. */
export function ApprovalPage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const found = useOfficeQuery(readApproval, { params: { id } }, 10_000);
  const titleOf = useRequestTitle();
  return (
    <OfficePage
      title={t("approvals.what")}
      aside={
        <Link className="btn s" to="/approvals">
          {t("approvals.back")}
        </Link>
      }
    >
      <Read of={found}>
        {({ data }) => (
          <Panel title={titleOf(data)} aside={<RequestState request={data} />}>
            <Facts request={data} />
            <Decisions request={data} done={found.reload} />
          </Panel>
        )}
      </Read>
    </OfficePage>
  );
}

function Facts({ request }: { request: ApprovalRequestView }) {
  const { t } = useTranslation("office");
  const { approvals, needs, kind } = request;
  const Payload = payloads[kind] ?? (kind.startsWith("betting.") ? BettingPayload : undefined);
  const show = useShownFact();
  const label = (name: string) => t.find(`approvals.fields.${name}`) ?? name;
  return (
    <>
      {Payload && <Payload name={t("approvals.what")} payload={request.payload} />}
      <dl className="facts">
        <Fact name={t("reason")}>{request.reason}</Fact>
        {!Payload &&
          Object.entries(request.payload).map(([name, value]) => (
            <Fact key={name} name={label(name)}>
              {show(name, value)}
            </Fact>
          ))}
        <Fact name={t("approvals.asked_by")}>
          {request.asked_by}, <Moment at={request.asked_at} />
        </Fact>
        <Fact name={t("approvals.approved_by")}>
          {t("approvals.have", { have: String(approvals.length), need: String(needs) })}
          {approvals.map(({ operator, at }) => (
            <span key={operator}>
              <br />
              {operator}, <Moment at={at} />
            </span>
          ))}
        </Fact>
        {request.decided_by !== null && request.status === "declined" && (
          <Fact name={t("approvals.declined_by")}>
            {request.decided_by}, <Moment at={request.decided_at} />
            <br />
            {request.decline_reason}
          </Fact>
        )}
        {request.status === "waiting" && (
          <Fact name={t("approvals.expires")}>
            <Moment at={request.expires_at} />
          </Fact>
        )}
        <Fact name={t("approvals.hash")}>
          <Short of={request.payload_hash} />
        </Fact>
      </dl>
    </>
  );
}

type PayloadView = ComponentType<Pick<ApprovalRequestView, "payload"> & { readonly name: string }>;

/** Request contents that are more than lines of text, by kind. */
const payloads: Readonly<Record<string, PayloadView>> = {
  "wheel.prizes": lazy(async () => {
    const { WheelPrizes } = await import("#modules/wheel/office/wheel-prizes.tsx");
    const Prizes: PayloadView = ({ payload, name }) => (
      <WheelPrizes name={name} {...(payload as unknown as DraftedPrizes)} />
    );
    return { default: Prizes };
  }),
};

/** Requests of traders, whose facts need the names of markets. */
const BettingPayload: PayloadView = lazy(async () => {
  const { BettingPayload } = await import("#modules/betting/office/request-payload.tsx");
  return { default: BettingPayload };
});

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Decisions({ request, done }: { request: ApprovalRequestView; done(): void }) {
  const { t } = useTranslation("office");
  const titleOf = useRequestTitle();
  const [said, setSaid] = useState("");
  const { id, payload_hash, status, mine, approved_by_me, may_approve } = request;
  const isOpen = status === "waiting" || status === "stale";
  const title = titleOf(request);
  return (
    <div className="row end pad wrap">
      <span role="status" className="sr-only">
        {said}
      </span>
      {status === "stale" && <span className="muted sm grow">{t("approvals.stale_text")}</span>}
      {status === "waiting" && mine && <span className="muted sm grow">{t("approvals.own_text")}</span>}
      {status === "waiting" && approved_by_me && <span className="muted sm grow">{t("approvals.more_text")}</span>}
      {status === "waiting" && may_approve && !mine && !approved_by_me && (
        <Decide
          action={t("approvals.approve")}
          title={t("approvals.approve_title", { title })}
          text={t("approvals.approve_text")}
          primary
          onDecide={async () => {
            const { data } = await call(approveRequest, { params: { id }, body: { payload_hash } });
            setSaid(t(`approvals.status.${data.status}`));
            done();
          }}
        />
      )}
      {isOpen && (may_approve || mine) && (
        <Decide
          action={t(mine ? "approvals.withdraw" : "approvals.decline")}
          title={t(mine ? "approvals.withdraw_title" : "approvals.decline_title", { title })}
          asksReason
          dangerous
          onDecide={async reason => {
            const { data } = await call(declineRequest, { params: { id }, body: { reason } });
            setSaid(t(`approvals.status.${data.status}`));
            done();
          }}
        />
      )}
    </div>
  );
}
