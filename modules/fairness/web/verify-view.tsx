import type { Language } from "#kit/i18n/locale.ts";
import { showCount, showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import "./verify.css";
import { BadgeCheck, Check, CircleAlert, Copy, FileCode2, Hourglass, ShieldCheck, Terminal } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Hashes } from "#kit/fair/hashes.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney, showMoneyExactly } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type GameProof, gamesOf, idOf, nameKeyOf, proofOf, verifiersOf } from "../shared/game-proof.ts";
import type { MultiplayerProof, ProofRecord } from "../shared/proof.ts";
import { type Piece, type ProofStep, type Verification, type Verifiers, verifyRecord } from "../shared/verification.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { SeedControls } from "./fairness-panel.tsx";
import { MultiplayerInputs } from "./multiplayer-inputs.tsx";
import { ends } from "./seed-bar.tsx";
import { ShareBet } from "./share-bet.tsx";
import { sharedFacts } from "./share-facts.ts";
import { useSeeds } from "./use-seeds.ts";
import {
  badFields,
  emptyFields,
  fieldsOf,
  outcomeOf,
  recordOf,
  type TypedRecord,
  type VerifyFields,
} from "./verify-fields.ts";
import { VerifyForm } from "./verify-form.tsx";

/** A bet or round as fetched from the server. */
export interface LoadedRound {
  readonly id: string;
  readonly proof: ProofRecord;
  /** For a bet on a shared round: the public record of the round. */
  readonly published: ProofRecord | null;
  readonly multiplier: string | null;
  readonly voided: boolean;
  readonly endedAt: string | null;
}

/** `missing`: there is no such bet or round. `hidden`: visible only to the player who placed the bet. */
export type FoundRound = LoadedRound | "missing" | "hidden" | "failed";

interface VerifyViewProps {
  /** From the URL; null for a manual check. */
  readonly id: string | null;
  /** Shown below the title before a manual check. */
  readonly begin?: ReactNode;
  /** The bet or round in the URL; undefined while it loads. */
  readonly found: FoundRound | undefined;
  /** The games that this page can verify, in the order of its list. */
  readonly proofs: readonly [GameProof, ...GameProof[]];
  /** The icon of a game. */
  readonly glyphOf: (game: string) => ReactNode;
  /** Verifiers of rounds between players, by game: their records are loaded, not typed. */
  readonly multiplayer: Verifiers;
  readonly hashes: Hashes;
  readonly playerId: string | null;
  readonly language: Language;
  readonly apiOrigin: string;
}

interface Checked {
  readonly record: ProofRecord;
  readonly verification: Verification;
}

/** The verifier: inputs left, verdict and steps right. Everything is computed here, with the code that settles. */
export function VerifyView(props: VerifyViewProps) {
  const { id, proofs, hashes, language } = props;
  const verifiers = { ...props.multiplayer, ...verifiersOf(proofs) };
  const { t } = useTranslation("fairness");
  const [fields, setFields] = useState<VerifyFields>(() => emptyFields(proofs[0]));
  const proof = proofs.find(each => idOf(each) === fields.game) ?? proofs[0];
  const loaded = typeof props.found === "object" ? props.found : null;
  const problem = typeof props.found === "string" ? props.found : null;
  const [checked, setChecked] = useState<Checked | null>(null);
  const [code, setCode] = useState<"javascript" | "shell" | null>(null);
  const [touched, setTouched] = useState(false);
  const { found } = props;

  const compute = (of: VerifyFields, claimed: LoadedRound | null, by: GameProof) => {
    const record = recordOf(of, claimed?.proof ?? null, by);
    setChecked({ record, verification: checkRecord(record, claimed, proofs, hashes) });
  };

  const checkWhole = (record: MultiplayerProof) =>
    setChecked({ record, verification: verifyRecord(record, verifiers, hashes) });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another round is another verification
  useEffect(() => {
    if (typeof found !== "object") return;
    if (found.proof.kind === "between") return checkWhole(found.proof);
    const by = proofOf(proofs, found.proof);
    if (!by) return setChecked({ record: found.proof, verification: verifyRecord(found.proof, {}, hashes) });
    const filled = fieldsOf(found.proof, by);
    setFields(filled);
    compute(filled, found, by);
  }, [found]);

  const bad = badFields(fields, proof);
  const whole = loaded?.proof.kind === "between" ? loaded.proof : null;
  const check = () => {
    if (whole) return checkWhole(whole);
    setTouched(true);
    if (bad.length === 0) compute(fields, loaded && proofOf(proofs, loaded.proof) === proof ? loaded : null, proof);
  };
  const hash = checked
    ? checked.record.kind === "seeds"
      ? checked.record.server_seed_hash
      : checked.record.commitment
    : "";
  return (
    <>
      <div className="vf-head">
        <div>
          <h1>{t("page.title")}</h1>
          <p className="muted">{t("page.lead")}</p>
        </div>
        <Button variant="outline" onClick={() => setCode("shell")}>
          <Icon of={Terminal} size={18} />
          {t("page.terminal")}
        </Button>
      </div>
      {props.begin}
      <div className="vf">
        <section className="panel" aria-label={t("page.title")}>
          {whole ? (
            <MultiplayerInputs record={whole} />
          ) : (
            <VerifyForm
              fields={fields}
              bad={touched ? bad : []}
              onChange={setFields}
              proofs={proofs}
              proof={proof}
              glyphOf={props.glyphOf}
            />
          )}
          <Button variant={props.begin ? "secondary" : "primary"} size="l" wide onClick={check}>
            <Icon of={ShieldCheck} size={20} />
            {t(checked ? "page.again" : "page.check")}
          </Button>
          {props.playerId !== null && <OwnPair playerId={props.playerId} language={language} />}
        </section>
        <div className="col gap-3 vf-right">
          {checked ? (
            <>
              <VerdictCard {...checked} proofs={proofs} hash={hash} loaded={loaded} language={language} />
              {checked.verification.steps.length > 0 && <Steps steps={checked.verification.steps} />}
            </>
          ) : (
            <Waiting text={problem ? t(`page.${problem}`) : id === null ? t("page.empty") : t("page.loading")} />
          )}
          <div className="card row gap-3 vf-code">
            <span className="money-value">
              <Icon of={FileCode2} size={20} />
            </span>
            <span className="grow subdued sm">{t("page.code_line")}</span>
            <Button variant="outline" size="s" onClick={() => setCode("javascript")}>
              {t("page.show_code")}
            </Button>
          </div>
        </div>
      </div>
      {code && <CodeDialog tab={code} id={id} apiOrigin={props.apiOrigin} onClose={() => setCode(null)} />}
    </>
  );
}

/**
 * Checks the record. A manual check claims only the hash: the computed result is used as the claim, and stakes and payouts
 * are not compared.
 */
function checkRecord(
  record: TypedRecord,
  claimed: LoadedRound | null,
  proofs: readonly GameProof[],
  hashes: Hashes,
): Verification {
  const verifiers = verifiersOf(proofs);
  const first = verifyRecord(record, verifiers, hashes, claimed?.published ?? undefined);
  if (claimed || first.result === null) return first;
  const outcome = outcomeOf(record, first.result, proofs);
  const { result, steps } = verifyRecord({ ...record, outcome }, verifiers, hashes);
  const shown = steps.filter(step => step.key !== "payout" && step.key !== "chips");
  return { result, steps: shown, verdict: shown.some(step => step.state === "differs") ? "differs" : "matches" };
}

function Waiting({ text }: { text: string }) {
  return (
    <div className="card empty vf-wait">
      <Seal of="5be24f90aa1763cd" size={120} />
      <p>{text}</p>
    </div>
  );
}

const verdictIcons = { matches: BadgeCheck, not_revealed: Hourglass, differs: CircleAlert, unknown: CircleAlert };

interface VerdictCardProps extends Checked {
  readonly hash: string;
  readonly proofs: readonly GameProof[];
  readonly loaded: LoadedRound | null;
  readonly language: Language;
}

function VerdictCard({ record, verification, hash, loaded, language, proofs }: VerdictCardProps) {
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

function Steps({ steps }: { steps: readonly ProofStep[] }) {
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

function OwnPair({ playerId, language }: { playerId: string; language: Language }) {
  const { t } = useTranslation("fairness");
  const pair = useSeeds(playerId, 0);
  return (
    <>
      <hr className="divider" />
      <h2 className="display vf-pair">{t("page.pair")}</h2>
      <div className="key-value">
        <span>{t("page.bets_made")}</span>
        <b>{pair.seeds ? showCount(pair.seeds.nonce, language) : "–"}</b>
      </div>
      <div className="key-value">
        <span>{t("page.next_hash")}</span>
        <b className="mono">{pair.seeds ? ends(pair.seeds.next_server_seed_hash, 4, 4) : "–"}</b>
      </div>
      {pair.revealed && (
        <div className="key-value">
          <span>{t("panel.revealed")}</span>
          <b className="mono">{ends(pair.revealed.seed, 8, 6)}</b>
        </div>
      )}
      <SeedControls pair={pair} />
    </>
  );
}
