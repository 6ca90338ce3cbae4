import { BadgeCheck, Check, CircleAlert, Copy, Hourglass } from "lucide-react";
import { useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount, showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney, showMoneyExactly } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type GameProof, gamesOf, nameKeyOf, proofOf } from "../shared/game-proof.ts";
import type { Piece, ProofStep } from "../shared/verification.ts";
import type { Checked, LoadedRound } from "./loaded-round.ts";
import { ends } from "./seed-bar.tsx";
import { ShareBet } from "./share-bet.tsx";
import { sharedFacts } from "./share-facts.ts";

const verdictIcons = { matches: BadgeCheck, not_revealed: Hourglass, differs: CircleAlert, unknown: CircleAlert };

interface VerdictCardProps extends Checked {
  readonly hash: string;
  readonly proofs: readonly GameProof[];
  readonly loaded: LoadedRound | null;
  readonly language: Language;
}

export function VerdictCard({ record, verification, hash, loaded, language, proofs }: VerdictCardProps) {
  const { t } = useTranslation("fairness", ...gamesOf(proofs));
  const proof = proofOf(proofs, record);
  const { verdict, result } = verification;
  const reason = verdict === "not_revealed" ? `not_revealed_${record.kind}` : verdict;
  const number = (text: string) => showDecimal(text, language);
  const shared = sharedFacts(record, loaded, language, t);
  const stated = record.outcome ? (proof?.stated(record.outcome) ?? null) : null;
  const shown = result ?? (verdict === "not_revealed" ? stated : null);
  return (
    <section className={`vf-res ${verdict}`} aria-live="polite">
      <Seal of={hash} size={176} middle={verdict === "matches" ? "checked" : "none"} drawn />
      <div className="grow">
        <p className="vf-verdict">
          <Icon of={verdictIcons[verdict]} size={20} />
          {t(`verdicts.${verdict}`)}
        </p>
        <div className="vf-line">
          {shown !== null && (
            <b className={proof?.numberFormat === "long" || record.kind === "between" ? "vf-number long" : "vf-number"}>
              {proof?.numberFormat === "multiplier"
                ? showMultiplier(shown, language)
                : record.game === "duels"
                  ? t.in("fairness:sides", shown)
                  : record.game === "battles"
                    ? t("fairness:page.winning_seats", { seats: shown.replaceAll(" ", ", ") })
                    : (proof?.shown?.(shown, t) ?? number(shown))}
            </b>
          )}
          <div className="col vf-facts">
            <span className="muted">{title()}</span>
            {loaded?.endedAt && <span className="muted">{showTime(loaded.endedAt, language)}</span>}
            {paid()}
            {verdict === "matches" ? (
              <span className="faint sm">{t("page.seal")}</span>
            ) : (
              <span className="subdued sm vf-reason">{t.in("reasons", reason)}</span>
            )}
          </div>
        </div>
        {loaded && (verdict === "matches" || verdict === "not_revealed") && (
          <ShareBet id={loaded.id} game={gameName()} {...shared} />
        )}
        {verdict === "differs" && (
          <Button
            variant="outline"
            size="s"
            onClick={() => void navigator.clipboard.writeText(JSON.stringify(record, null, 2))}
          >
            <Icon of={Copy} size={16} />
            {t("copy")}
          </Button>
        )}
      </div>
    </section>
  );

  function gameName(): string {
    if (proof) return t(nameKeyOf(proof));
    return t.find(record.kind === "between" ? `games.${record.game}` : `${record.game}:title`) ?? record.game;
  }

  function title(): string {
    if (record.kind === "between") {
      const name = t("page.multiplayer_round", {
        game: t.in("games", record.game),
        round: showCount(record.round, language),
      });
      return loaded?.voided ? `${name}, ${t("page.given_back")}` : name;
    }
    if (record.kind === "chain") {
      const round = {
        game: gameName(),
        round: showCount(record.round, language),
      };
      const name = t("page.multiplayer_round", round);
      return loaded?.voided ? `${name}, ${t("page.voided")}` : name;
    }
    return proof?.title(record.inputs, t, number) ?? "";
  }

  function paid() {
    if (
      !loaded ||
      record.stake === undefined ||
      record.payout === undefined ||
      !record.currency ||
      !isCurrency(record.currency)
    )
      return null;
    if (record.payout === "0") {
      return (
        <span className="subdued">
          {t("page.stake", { stake: showMoney(parseDecimal(record.stake), record.currency, language) })}
        </span>
      );
    }
    // A free prize may be smaller than the currency's minor unit.
    const show = record.stake === "0" ? showMoneyExactly : showMoney;
    return (
      <span className="subdued">
        {t("page.paid")} <b className="num">{show(parseDecimal(record.payout), record.currency, language)}</b>
        {loaded.multiplier && ` ${t("page.at", { multiplier: showMultiplier(loaded.multiplier, language) })}`}
      </span>
    );
  }
}

function showTime(text: string, language: Language): string {
  return showDayAndTime(text, language, { seconds: true });
}

export function Steps({ steps }: { steps: readonly ProofStep[] }) {
  return (
    <ol className="card vf-steps">
      {steps.map((step, index) => (
        <Step key={step.key} step={step} number={index + 1} />
      ))}
    </ol>
  );
}

function Step({ step, number }: { step: ProofStep; number: number }) {
  const { t } = useTranslation("fairness");
  const [whole, setWhole] = useState(false);
  const variant = step.state === "equal" ? "tag signal" : step.state === "differs" ? "tag live" : "tag";
  return (
    <li className="vf-step">
      <span className="n" aria-hidden="true">
        {number}
      </span>
      <div className="grow">
        <b>{t.in("steps", step.key, shortened(step.values))}</b>
        <button type="button" className="hx" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {step.line.map(piece => (
            <PieceText key={`${piece.mark}${piece.text}`} piece={piece} whole={whole} />
          ))}
        </button>
      </div>
      <span className={variant}>
        {step.state === "equal" && <Icon of={Check} size={13} stroke={3} />}
        {t(`states.${step.state}`)}
      </span>
    </li>
  );
}

/** Values in a step's title; long hexadecimal values are shortened to their ends. */
function shortened(values: ProofStep["values"]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, shortHex(text)]));
}

function shortHex(text: string): string {
  return text.replace(/[0-9a-f]{28,}/g, run => ends(run, 12, 6));
}

/** Long hexadecimal by its ends until the line is pressed; marked bytes always whole, except whole hashes. */
function PieceText({ piece, whole }: { piece: Piece; whole: boolean }) {
  const text = whole ? piece.text : shortHex(piece.text);
  return piece.mark ? <em>{text}</em> : text;
}
