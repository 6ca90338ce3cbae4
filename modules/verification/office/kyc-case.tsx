import { useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Reveal } from "#modules/accounts/office/reveal.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { PlayerTabs } from "#modules/operators/office/parts/player-tabs.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { claimCheck, type IdentityCheck, readCase, readCases } from "#modules/verification/office/contract.ts";
import { decisionOf, isOpenCase } from "../shared/status.ts";
import { CaseDocuments } from "./case-documents.tsx";
import { CaseQueue } from "./case-queue.tsx";
import { Decision } from "./decision.tsx";
import { CaseDecisions } from "./overrule.tsx";

/** One identity check: the queue, the documents beside what the account states, the checklist and the decision. */
export function KycCasePage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const { may } = useSession();
  const found = useOfficeQuery(readCase, { params: { id } });
  const { data, error } = found;
  const [decided, setDecided] = useState<string>();
  return (
    <OfficePage
      title={data ? `${t("pages.kyc")}: ${data.data.player.name}` : t("pages.kyc")}
      aside={
        may("kyc.decide") &&
        data &&
        (isOpenCase(data.data.status) ? (
          <Claim id={id} claim={data.data.claim} onClaimed={found.reload} />
        ) : (
          <NextCase id={id} takesFocus={decided === id} />
        ))
      }
    >
      <PlayerTabs id={id} />
      <div className="kyc">
        <CaseQueue id={id} />
        {data === undefined && error?.status === 404 ? (
          <p className="note muted">{t("kyc.no_documents")}</p>
        ) : (
          <Read of={found}>
            {({ data: each }) => (
              <>
                {/* Another player's documents are not kept. */}
                <CaseDocuments key={id} id={id} of={each} />
                <div className="kyc-side">
                  {may("players.reveal") && <Reveal id={id} />}
                  <Stated of={each} />
                  {may("kyc.decide") && isOpenCase(each.status) && (!each.claim || each.claim.own) && (
                    <Decision
                      key={id}
                      id={id}
                      of={each}
                      onDecided={() => {
                        setDecided(id);
                        found.reload();
                      }}
                    />
                  )}
                  {(each.decisions.length > 0 || decisionOf(each.status) !== null) && (
                    <CaseDecisions key={`decisions ${id}`} id={id} of={each} />
                  )}
                </div>
              </>
            )}
          </Read>
        )}
      </div>
    </OfficePage>
  );
}

/** What the account states, to hold against the documents; masked until it is revealed. */
function Stated({ of }: { readonly of: IdentityCheck }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("kyc.birth_dates")} aside={of.age_in_doubt && <Tag tone="bad">{t("kyc.age_in_doubt")}</Tag>}>
      {of.age_in_doubt && <p className="note warn">{t("kyc.age_text")}</p>}
      {of.birth_dates.length === 0 ? (
        <p className="note muted">{t("kyc.no_dates")}</p>
      ) : (
        <dl className="facts">
          {of.birth_dates.map((date, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: at most two, in a fixed order, and masked dates may be equal.
            <div key={index}>
              <dt>{t(index === 0 ? "kyc.first_date" : "kyc.second_date")}</dt>
              <dd className="num">{date}</dd>
            </div>
          ))}
        </dl>
      )}
      {of.company_decision && <p className="note">{t("kyc.provider_accepted")}</p>}
    </Panel>
  );
}

interface ClaimProps {
  readonly id: string;
  readonly claim: IdentityCheck["claim"];
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

interface NextCaseProps {
  readonly id: string;
  /** The operator has just decided: the panel that had the focus is gone. */
  readonly takesFocus: boolean;
}

/** After a decision: the open case that has waited longest and that nobody else works on. */
function NextCase({ id, takesFocus }: NextCaseProps) {
  const { t } = useTranslation("office");
  const { data } = useOfficeQuery(readCases, {});
  const link = useRef<HTMLAnchorElement>(null);
  const next = data?.data.find(
    each => each.player.id !== id && isOpenCase(each.status) && (!each.claim || each.claim.own),
  );
  const to = next?.player.id;
  useEffect(() => {
    if (takesFocus && to !== undefined) link.current?.focus();
  }, [takesFocus, to]);
  if (!next) return null;
  return (
    <Link ref={link} className="btn s primary" to={`/kyc/${next.player.id}`}>
      {t("kyc.next", { name: next.player.name })}
    </Link>
  );
}
