import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Reveal } from "#modules/accounts/office/reveal.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { claimCheck, decideCase, openDocument, readCase, readCases } from "#modules/verification/office/contract.ts";
import type { DocumentKind } from "#modules/verification/shared/contract.ts";
import { statusTone } from "./kyc.tsx";

const whys = ["unreadable", "expired", "mismatch", "more_documents", "other"] as const;
type Why = (typeof whys)[number];

/** Loaded with the first PDF that is opened. */
const PdfView = lazy(async () => ({ default: (await import("./pdf-view.tsx")).PdfView }));

interface Shown {
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly kind: DocumentKind;
}

/** One identity check. A document is decrypted after the operator enters a reason, and dropped when they leave the page. */
export function KycCasePage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const { may } = useSession();
  const found = useOfficeQuery(readCase, { params: { id } });
  const [shown, setShown] = useState<Shown>();
  const [why, setWhy] = useState<Why>("unreadable");
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown.address)), [shown]);

  async function open(document: { id: string; kind: DocumentKind }, reason: string): Promise<void> {
    const { data } = await call(openDocument, { params: { id, document: document.id }, body: { reason } });
    const bytes = Uint8Array.from(atob(data.content), letter => letter.charCodeAt(0));
    const type = data.type.includes("/") ? data.type : data.type === "pdf" ? "application/pdf" : `image/${data.type}`;
    setShown({ bytes, address: URL.createObjectURL(new Blob([bytes], { type })), type, kind: document.kind });
  }

  type Decision = "approved" | "declined" | "more";
  const decide = (decision: Decision, cause: Why | null) => async (reason: string, _key: string, given: FormData) => {
    const date = given.get("birth_date");
    const birth_date = typeof date === "string" && date !== "" ? date : null;
    await call(decideCase, { params: { id }, body: { decision, why: cause, birth_date, reason } });
    found.reload();
  };

  return (
    <OfficePage
      title={found.data ? `${t("pages.kyc")}: ${found.data.data.player.name}` : t("pages.kyc")}
      aside={
        may("kyc.decide") &&
        found.data && (
          <>
            {isOpen(found.data.data) ? (
              <Claim id={id} claim={found.data.data.claim} onClaimed={found.reload} />
            ) : (
              <NextCase id={id} />
            )}
          </>
        )
      }
    >
      <Read of={found}>
        {({ data }) => (
          <>
            {may("players.reveal") && <Reveal id={id} />}
            {data.age_in_doubt && (
              <Panel title={t("kyc.birth_dates")} aside={<Tag tone="bad">{t("kyc.age_in_doubt")}</Tag>}>
                <div className="pad">
                  <p className="note warn">{t("kyc.age_text")}</p>
                  <dl>
                    {data.birth_dates.map((date, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: at most two, in a fixed order, and masked dates may be equal.
                      <div key={index} className="row">
                        <dt>{t(index === 0 ? "kyc.first_date" : "kyc.second_date")}</dt>
                        <dd className="num">{date}</dd>
                      </div>
                    ))}
                  </dl>
                  {data.company_decision && <p>{t("kyc.provider_accepted")}</p>}
                </div>
              </Panel>
            )}
            <Panel
              title={t("kyc.documents")}
              aside={<Tag tone={statusTone(data.status)}>{t(`kyc.status.${data.status}`)}</Tag>}
            >
              <Table
                name={t("kyc.documents")}
                head={[t("kyc.kind"), t("kyc.type"), `>${t("kyc.size")}`, t("kyc.added"), ">"]}
                empty={t("kyc.no_documents")}
                rows={data.documents.map(document => ({
                  key: document.id,
                  cells: [
                    t(`kyc.${document.kind}`),
                    document.type,
                    `${Math.ceil(document.size / 1024)} KiB`,
                    <Moment key="added" at={document.added_at} />,
                    may("kyc.documents") ? (
                      <Decide
                        key="open"
                        action={t("kyc.view")}
                        title={t("kyc.view_title", { what: t(`kyc.${document.kind}`) })}
                        text={t("kyc.view_text")}
                        asksReason
                        onDecide={reason => open(document, reason)}
                      />
                    ) : (
                      ""
                    ),
                  ],
                }))}
              />
              {may("kyc.decide") && isOpen(data) && (!data.claim || data.claim.own) && (
                <div className="row end pad wrap">
                  <label className="row sm">
                    {t("kyc.why")}
                    <select className="pick" value={why} onChange={event => setWhy(event.target.value as Why)}>
                      {whys.map(each => (
                        <option key={each} value={each}>
                          {t(`kyc.whys.${each}`)}
                        </option>
                      ))}
                    </select>
                  </label>
                  <Decide
                    action={t("kyc.more")}
                    title={t("kyc.more_title")}
                    text={t(`kyc.whys.${why}`)}
                    asksReason
                    onDecide={decide("more", why)}
                  />
                  <Decide
                    action={t("kyc.decline")}
                    title={t("kyc.decline_title")}
                    text={t(`kyc.whys.${why}`)}
                    asksReason
                    dangerous
                    onDecide={decide("declined", why)}
                  />
                  <Decide
                    action={t("kyc.approve")}
                    title={t("kyc.approve_title")}
                    text={t("kyc.approve_text")}
                    asksReason
                    onDecide={decide("approved", null)}
                  >
                    {data.age_in_doubt && (
                      <label className="col">
                        {t("kyc.document_date")}
                        <input type="date" name="birth_date" required />
                      </label>
                    )}
                  </Decide>
                </div>
              )}
            </Panel>
            {shown && (
              <Panel title={t(`kyc.${shown.kind}`)}>
                {shown.type.startsWith("image/") ? (
                  <img className="document" src={shown.address} alt={t(`kyc.${shown.kind}`)} />
                ) : (
                  <>
                    <Suspense>
                      <PdfView key={shown.address} bytes={shown.bytes} title={t(`kyc.${shown.kind}`)} />
                    </Suspense>
                    <p className="note">
                      <a className="btn s" href={shown.address} download={`${shown.kind}.pdf`}>
                        {t("kyc.download")}
                      </a>
                    </p>
                  </>
                )}
              </Panel>
            )}
          </>
        )}
      </Read>
    </OfficePage>
  );
}

type Case = RouteOutput<typeof readCase>["data"];

function isOpen({ status }: Pick<Case, "status">): boolean {
  return status === "waiting" || status === "pending";
}

interface ClaimProps {
  readonly id: string;
  readonly claim: Case["claim"];
  onClaimed(): void;
}

/** Who works on the case; a claim ends after ten minutes and is renewed by another press. */
function Claim({ id, claim, onClaimed }: ClaimProps) {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  return (
    <span className="row wrap end">
      {claim && (
        <span className="muted sm">
          {t("kyc.claimed", { name: claim.name })} <Moment at={claim.until} brief />
        </span>
      )}
      {(!claim || claim.own) && (
        <button
          type="button"
          className="btn s"
          data-claim
          disabled={busy}
          onClick={() => void send(() => call(claimCheck, { params: { id } }).then(onClaimed))}
        >
          {t(claim ? "kyc.renew" : "kyc.claim")}
        </button>
      )}
      <Refused why={error} />
    </span>
  );
}

/** After a decision: the open case that has waited longest and that nobody else works on. */
function NextCase({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const { data } = useOfficeQuery(readCases, {});
  const next = data?.data.find(each => each.player.id !== id && isOpen(each) && (!each.claim || each.claim.own));
  if (!next) return null;
  return (
    <Link className="btn s primary" to={`/kyc/${next.player.id}`}>
      {t("kyc.next", { name: next.player.name })}
    </Link>
  );
}
