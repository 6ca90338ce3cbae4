import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import "./verify.css";
import { FileCode2, ShieldCheck, Terminal } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Hashes } from "#kit/fair/hashes.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type GameProof, idOf, proofOf, verifiersOf } from "../shared/game-proof.ts";
import type { MultiplayerProof } from "../shared/proof.ts";
import { type Verification, type Verifiers, verifyRecord } from "../shared/verification.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { SeedControls } from "./fairness-panel.tsx";
import type { Checked, FoundRound, LoadedRound } from "./loaded-round.ts";
import { MultiplayerInputs } from "./multiplayer-inputs.tsx";
import { ends } from "./seed-bar.tsx";
import { useSeeds } from "./use-seeds.ts";
import { Steps, VerdictCard } from "./verdict-card.tsx";
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
