import "#modules/fairness/web/verify.css";
import "./slip.css";
import { BadgeCheck, Check, CircleAlert, Download, Hourglass, ShieldCheck } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { nobleHashes } from "#kit/fair/noble.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type FeedFrame, getFeedFrame } from "#modules/odds/shared/proof-contract.ts";
import { getSlipProof, type SlipProof } from "../shared/proof-contract.ts";
import type { ProofStep, SlipVerification } from "../shared/proof-steps.ts";
import type { ReceiptLeg, SlipReceipt } from "../shared/receipt.ts";
import { type FramesByName, frameName, wantedFrames } from "../shared/verify-log.ts";
import { readReceipt } from "../shared/verify-receipt.ts";
import { verifySlip } from "../shared/verify-slip.ts";
import { useOutcome } from "./slip-leg.tsx";

interface Checked {
  readonly proof: SlipProof;
  readonly frames: FramesByName;
  readonly verification: SlipVerification;
}

/** A slip, verified on this device. `otherwise` is shown when there is no slip of this id. */
export default function VerifySlip({ id, otherwise }: { readonly id: string; readonly otherwise: ReactNode }) {
  const { t } = useTranslation("betting");
  const { data: proof, error, refetch } = useQuery(getSlipProof, { params: { id } }, { fresh: true });
  const checked = useChecked(proof);
  if (error instanceof ApiError && error.status === 404) return otherwise;
  const receipt = proof && readReceipt(proof.receipt, "slip");
  return (
    <>
      <div className="vf-head">
        <div>
          <h1>{t("proof.title")}</h1>
          <p className="muted">{t("proof.lead")}</p>
        </div>
        {checked && (
          <Button variant="outline" onClick={() => save(checked)}>
            <Icon of={Download} size={18} />
            {t("proof.save")}
          </Button>
        )}
      </div>
      <div className="vf">
        <section className="panel" aria-label={t("proof.title")}>
          {receipt && <Facts proof={proof} receipt={receipt} />}
          <Button variant="primary" size="l" wide disabled={!checked && !error} onClick={() => void refetch()}>
            <Icon of={ShieldCheck} size={20} />
            {t(checked || error ? "proof.again" : "proof.loading")}
          </Button>
          <p className="muted sm">{t("proof.terminal")}</p>
        </section>
        <div className="col gap-3 vf-right">
          {checked ? (
            <>
              <Verdict {...checked} />
              <Steps steps={checked.verification.steps} />
            </>
          ) : (
            <div className="card empty vf-wait" role="status">
              <Seal of="5be24f90aa1763cd" size={120} />
              <p>{t(error ? "proof.failed" : "proof.loading")}</p>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** Reads the frames that the proof names, then verifies; undefined until then. */
function useChecked(proof: SlipProof | undefined): Checked | undefined {
  const { read } = useRouteCache();
  const [checked, setChecked] = useState<Checked>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a proof that was read again is another object
  useEffect(() => {
    if (!proof) return;
    let isStale = false;
    setChecked(undefined);
    const readFrame = async (params: { producer: string; epoch: string; frame: string }) =>
      read(getFeedFrame, { params }).catch(() => undefined);
    void framesOf(proof, readFrame).then(frames => {
      if (!isStale) setChecked({ proof, frames, verification: verifySlip(nobleHashes, proof, frames) });
    });
    return () => {
      isStale = true;
    };
  }, [proof]);
  return checked;
}

type ReadFrame = (params: { producer: string; epoch: string; frame: string }) => Promise<FeedFrame | undefined>;

async function framesOf(proof: SlipProof, read: ReadFrame): Promise<FramesByName> {
  const legs = readReceipt(proof.receipt, "slip")?.legs ?? [];
  const wanted = new Map(proof.events.flatMap(event => wantedFrames(event, legs)).map(each => [frameName(each), each]));
  const found = await Promise.all(
    [...wanted].map(async ([name, { producer, epoch, frame }]) => {
      const body = await read({ producer, epoch: `${epoch}`, frame: `${frame}` });
      return body ? [[name, body] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** The proof with its frames in one file: `npm run verify -- --file` needs nothing else. */
function save({ proof, frames }: Checked): void {
  const link = document.createElement("a");
  const text = JSON.stringify({ slip: proof, frames: Object.fromEntries(frames) }, null, 2);
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `fairhouse-bet-${proof.id.slice(0, 8)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Facts({ proof, receipt }: { readonly proof: SlipProof; readonly receipt: SlipReceipt }) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const money = (amount: string) => showMoneyExactly(parseDecimal(amount), receipt.currency as Currency, language);
  const { stands } = proof;
  const { included, hash } = proof.receipt;
  return (
    <>
      <ul className="slip-legs">
        {receipt.legs.map(leg => (
          <Leg key={`${leg.event} ${leg.market} ${leg.spec} ${leg.outcome}`} leg={leg} />
        ))}
      </ul>
      <Line name={t("proof.stake")} value={money(receipt.stake)} />
      <Line name={t("proof.status")} value={t(`slip.states.${stands.status}`)} />
      {stands.status !== "open" && (
        <Line
          name={t("proof.returned")}
          value={money(stands.status === "cashed_out" ? stands.cashed_out : stands.payout)}
        />
      )}
      <Line name={t("proof.placed")} value={showDayAndTime(receipt.placed_at, language, { seconds: true })} />
      <Code name={t("proof.receipt")} value={hash} />
      {included ? (
        <Code name={t("proof.day", { day: included.day })} value={included.root} />
      ) : (
        <Line name={t("proof.day", { day: receipt.placed_at.slice(0, 10) })} value={t("proof.not_published")} />
      )}
      <Code name={t("proof.key")} value={proof.key} />
    </>
  );
}

function Leg({ leg }: { readonly leg: ReceiptLeg }) {
  const found = useOutcome(leg, false);
  return (
    <li className="slip-leg">
      <span className="grow">
        <b>{found?.name ?? leg.outcome}</b>
        <span className="sm muted">
          {found
            ? `${found.market}, ${[found.event.home?.name, found.event.away?.name].filter(Boolean).join(" – ")}`
            : leg.event}
        </span>
      </span>
      <b className="num brass">{leg.price}</b>
    </li>
  );
}

function Line({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="key-value">
      <span>{name}</span>
      <b className="num">{value}</b>
    </div>
  );
}

function Code({ name, value }: { readonly name: string; readonly value: string }) {
  const { t } = useTranslation("betting");
  return (
    <div className="col gap-1">
      <span className="muted sm">{name}</span>
      <span className="row gap-2">
        <code className="mono sm grow">{`${value.slice(0, 12)}…${value.slice(-8)}`}</code>
        <CopyButton value={value} text={t("proof.copy")} done={t("proof.copied")} className="iconbtn s" />
      </span>
    </div>
  );
}

const verdictIcons = { matches: BadgeCheck, pending: Hourglass, differs: CircleAlert, missing: CircleAlert };
/** The look of a verdict, as the verifier of rounds names it. */
const verdictLooks = { matches: "matches", pending: "not_revealed", differs: "differs", missing: "unknown" };

function Verdict({ proof, verification: { verdict, steps } }: Checked) {
  const { t } = useTranslation("betting");
  const titleOf = useStepTitle();
  const different = steps.filter(({ state }) => state === "differs").map(titleOf);
  return (
    <section className={`vf-res ${verdictLooks[verdict]}`} aria-live="polite">
      <Seal of={proof.receipt.hash} size={120} middle={verdict === "matches" ? "checked" : "none"} drawn />
      <div className="grow">
        <p className="vf-verdict">
          <Icon of={verdictIcons[verdict]} size={20} />
          {t(`proof.verdicts.${verdict}`)}
        </p>
        <p className="subdued sm">{t(`proof.reasons.${verdict}`, { steps: different.join("; ") })}</p>
      </div>
    </section>
  );
}

function useStepTitle(): (step: ProofStep) => string {
  const { t } = useTranslation("betting");
  return ({ key, subject }) => t(`proof.steps.${key}`, { subject });
}

function Steps({ steps }: { readonly steps: readonly ProofStep[] }) {
  const { t } = useTranslation("betting");
  const titleOf = useStepTitle();
  return (
    <ol className="card vf-steps">
      {steps.map((step, index) => (
        <li key={`${step.key} ${step.subject}`} className="vf-step">
          <span className="n" aria-hidden="true">
            {index + 1}
          </span>
          <div className="grow">
            <b>{titleOf(step)}</b>
            {step.line !== "" && <Computation text={step.line} />}
          </div>
          <span className={step.state === "equal" ? "tag signal" : step.state === "differs" ? "tag live" : "tag"}>
            {step.state === "equal" && <Icon of={Check} size={13} stroke={3} />}
            {t(`proof.states.${step.state}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}

const shortLine = 160;

/** A computation by its beginning until it is pressed. */
function Computation({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || text.length <= shortLine ? text : `${text.slice(0, shortLine)}…`;
  return (
    <button type="button" className="hx" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {shown}
    </button>
  );
}
