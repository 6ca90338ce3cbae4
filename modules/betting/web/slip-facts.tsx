import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { SlipProof } from "../shared/proof-contract.ts";
import type { ReceiptLeg, SlipReceipt } from "../shared/receipt.ts";
import { useOutcome } from "./slip-leg.tsx";

/** What was bet, what it paid, and what its proof consists of. */
export function SlipFacts({ proof, receipt }: { readonly proof: SlipProof; readonly receipt: SlipReceipt }) {
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
        <span className="sm muted">{found ? `${found.market}, ${found.title}` : leg.event}</span>
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
