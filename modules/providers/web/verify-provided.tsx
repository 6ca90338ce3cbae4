import "#modules/fairness/web/verify.css";
import {
  BadgeCheck,
  Check,
  CircleAlert,
  Download,
  FileCode2,
  Hourglass,
  KeyRound,
  RotateCw,
  ShieldCheck,
} from "lucide-react";
import { useEffect, useState } from "react";
import { nobleHashes } from "#kit/fair/noble.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { toHex } from "#kit/std/bytes.ts";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getRound, type ProvidedRound, type RoundRecord } from "#modules/bets/shared/contract.ts";
import { freshClientSeed } from "#modules/fairness/web/client-seed.ts";
import { getProviderSeeds, rotateProviderSeeds } from "../shared/contract.ts";
import { type RoundStep, type RoundVerification, verifyProvidedRound } from "../shared/verify-round.ts";
import { runInFrame } from "./run-in-frame.ts";

interface VerifyProvidedProps {
  readonly round: RoundRecord;
  readonly playerId: string | null;
  readonly apiOrigin: string;
}

interface Checked {
  readonly round: RoundRecord;
  readonly provided: ProvidedRound;
  readonly module: string | null;
  readonly verification: RoundVerification;
}

/** A provider's round, verified on this device with the file that settled it, which the casino keeps. */
export default function VerifyProvided({ round, playerId, apiOrigin }: VerifyProvidedProps) {
  const { t } = useTranslation("providers");
  const language = languageOf(useLocale());
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async (of: RoundRecord) => {
    setChecked(null);
    setChecked(await verified(of, apiOrigin));
  };
  const { read } = useRouteCache();
  /** Reads the round again, because seeds may have been revealed. */
  const again = async () => {
    try {
      await check(await read(getRound, { params: { id: round.id } }));
    } catch (error) {
      notify({ kind: "error", lines: [(error as Error).message] });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another component
  useEffect(() => void check(round), []);
  const { provided } = checked?.round ?? round;
  if (!provided) return null;
  return (
    <>
      <div className="vf-head">
        <div>
          <h1>{t("verify.title")}</h1>
          <p className="muted">{t("verify.lead")}</p>
        </div>
        {checked && (
          <Button variant="outline" onClick={() => save(checked)}>
            <Icon of={Download} size={18} />
            {t("verify.save")}
          </Button>
        )}
      </div>
      <div className="vf">
        <section className="panel" aria-label={t("verify.title")}>
          <Facts round={checked?.round ?? round} provided={provided} language={language} apiOrigin={apiOrigin} />
          <Button variant="primary" size="l" wide disabled={!checked} onClick={() => void again()}>
            <Icon of={ShieldCheck} size={20} />
            {t(checked ? "verify.again" : "verify.loading")}
          </Button>
          {checked?.verification.verdict === "not_revealed" && playerId !== null && (
            <RevealSeeds provided={provided} onRevealed={again} />
          )}
        </section>
        <div className="col gap-3 vf-right">
          {checked ? (
            <>
              <Verdict {...checked} language={language} />
              {checked.verification.steps.length > 0 && (
                <Steps steps={checked.verification.steps} language={language} />
              )}
            </>
          ) : (
            <div className="card empty vf-wait">
              <Seal of="5be24f90aa1763cd" size={120} />
              <p>{t("verify.loading")}</p>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

const hashOf = (module: string) => toHex(nobleHashes.sha256(new TextEncoder().encode(module)));

async function verified(round: RoundRecord, apiOrigin: string): Promise<Checked | null> {
  const { provided } = round;
  if (!provided) return null;
  const module =
    provided.verifier === null ? null : await readModule(new URL(provided.verifier, apiOrigin || location.href));
  const verification = await verifyProvidedRound(provided, module, { hashOf, run: runInFrame });
  return { round, provided, module, verification };
}

async function readModule(address: URL): Promise<string | null> {
  try {
    const response = await fetch(address);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** The round with its module in one file: `npm run verify -- --file` needs nothing else. */
function save({ round, provided, module }: Checked): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify({ provided, module }, null, 2)], { type: "application/json" }),
  );
  link.download = `fairhouse-${provided.slug}-${round.id.slice(0, 8)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface FactsProps {
  readonly round: RoundRecord;
  readonly provided: ProvidedRound;
  readonly language: Language;
  readonly apiOrigin: string;
}

function Facts({ round, provided, language, apiOrigin }: FactsProps) {
  const { t } = useTranslation("providers", "fairness");
  const { title, slug, stake, win, jackpot, currency, state, record, own, verifier } = provided;
  const money = (amount: string) => showMoneyExactly(parseDecimal(amount), currency as Currency, language);
  const maths = typeof record?.maths === "string" ? record.maths : null;
  const lines: readonly (readonly [string, string])[] = [
    ["stake", money(stake)],
    ["win", money(win)],
    ...(parseDecimal(jackpot) > 0n ? [["jackpot", money(jackpot)] as const] : []),
    ["state", t(`verify.states.${state}`)],
    ...(round.player ? [["player", round.player.name] as const] : []),
    ...(round.ended_at ? [["ended", showDayAndTime(round.ended_at, language, { seconds: true })] as const] : []),
    ...(own?.nonce == null ? [] : [["nonce", String(own.nonce)] as const]),
  ];
  return (
    <>
      <h2 className="display vf-pair">{title?.[language] ?? slug}</h2>
      {lines.map(([name, text]) => (
        <div key={name} className="key-value">
          <span>{t.in("verify", name)}</span>
          <b className="num">{text}</b>
        </div>
      ))}
      {maths && (
        <div className="col gap-1 vp-file">
          <span className="muted sm">{t("verify.file")}</span>
          <span className="row gap-2">
            <code className="mono sm grow">{`${maths.slice(0, 12)}…${maths.slice(-8)}`}</code>
            <CopyButton value={maths} text={t("fairness:copy")} done={t("fairness:copied")} className="iconbtn s" />
          </span>
          {verifier && (
            <a
              className="row gap-2 sm"
              href={new URL(verifier, apiOrigin || undefined).href}
              target="_blank"
              rel="noreferrer"
            >
              <Icon of={FileCode2} size={15} /> {t("verify.file_link")}
            </a>
          )}
        </div>
      )}
    </>
  );
}

const verdictIcons = { matches: BadgeCheck, not_revealed: Hourglass, differs: CircleAlert, unknown: CircleAlert };

function Verdict({ provided, verification, language }: Checked & { readonly language: Language }) {
  const { t } = useTranslation("providers");
  const { verdict, reason, steps } = verification;
  const titleOf = useStepTitle(language);
  const different = steps.filter(({ state }) => state === "differs").map(titleOf);
  const { record, win, currency } = provided;
  return (
    <section className={`vf-res ${verdict}`} aria-live="polite">
      <Seal
        of={typeof record?.seed_hash === "string" ? record.seed_hash : ""}
        size={176}
        middle={verdict === "matches" ? "checked" : "none"}
        drawn
      />
      <div className="grow">
        <p className="vf-verdict">
          <Icon of={verdictIcons[verdict]} size={20} />
          {t(`verdicts.${verdict}`)}
        </p>
        <div className="vf-line">
          <b className="vf-number long">{showMoneyExactly(parseDecimal(win), currency as Currency, language)}</b>
          <div className="col vf-facts">
            <span className="subdued sm vf-reason">
              {t(`reasons.${reason ?? verdict}`, { steps: different.join("; ") })}
            </span>
          </div>
        </div>
      </div>
    </section>
  );
}

function useStepTitle(language: Language): (step: RoundStep) => string {
  const { t } = useTranslation("providers");
  return ({ key, title }) => title?.[language] ?? t.in("steps", key);
}

function Steps({ steps, language }: { readonly steps: readonly RoundStep[]; readonly language: Language }) {
  const { t } = useTranslation("providers");
  const titleOf = useStepTitle(language);
  return (
    <ol className="card vf-steps">
      {steps.map((step, index) => (
        <li key={`${step.title ? "module" : "books"}-${step.key}`} className="vf-step">
          <span className="n" aria-hidden="true">
            {index + 1}
          </span>
          <div className="grow">
            <b>{titleOf(step)}</b>
            <Line text={step.line} />
          </div>
          <span className={step.state === "equal" ? "tag signal" : step.state === "differs" ? "tag live" : "tag"}>
            {step.state === "equal" && <Icon of={Check} size={13} stroke={3} />}
            {t(`states.${step.state}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}

const shortLine = 240;

/** A computation by its beginning until it is pressed. */
function Line({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const shown = whole || text.length <= shortLine ? text : `${text.slice(0, shortLine)}…`;
  return (
    <button type="button" className="hx" aria-expanded={whole} onClick={() => setWhole(!whole)}>
      {shown}
    </button>
  );
}

/** Only where the round was played under the caller's live seeds of this game. */
function RevealSeeds({ provided, onRevealed }: { readonly provided: ProvidedRound; onRevealed(): void }) {
  const { t } = useTranslation("providers");
  const { provider, slug, own } = provided;
  const query = { provider, slug };
  const { data: seeds } = useQuery(getProviderSeeds, { query });
  const rotation = useMutation(rotateProviderSeeds, { invalidates: [getProviderSeeds] });
  if (!seeds || seeds.casino.seed_hash !== own?.casino_seed_hash) return null;
  const rotate = async () => {
    try {
      await rotation.mutate({ query, body: { client_seed: freshClientSeed() } });
      onRevealed();
    } catch {
      notify({ kind: "error", lines: [t("verify.rotate_failed")] });
    }
  };
  const busy = rotation.isPending;
  return (
    <Button variant="secondary" wide disabled={busy} onClick={() => void rotate()}>
      <Icon of={busy ? RotateCw : KeyRound} size={18} />
      {t(busy ? "verify.rotating" : "verify.rotate")}
    </Button>
  );
}
