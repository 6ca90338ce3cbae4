import { useId } from "react";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { GameGlyph } from "#kit/ui/game-glyph.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type VerifyFields, type VerifyGame, verifyGames, verifyRisks } from "./verify-fields.ts";

interface VerifyFormProps {
  readonly fields: VerifyFields;
  readonly bad: readonly string[];
  onChange(fields: VerifyFields): void;
}

/** What a result is made of: typed, pasted, or filled in from a record. */
export function VerifyForm({ fields, bad, onChange }: VerifyFormProps) {
  const { t } = useTranslation("fairness", "dice", "keno", "crash");
  const id = useId();
  const text = (name: keyof VerifyFields, label: string, long: boolean) => (
    <Input
      label={t(`page.${label}`)}
      value={fields[name]}
      spellCheck={false}
      autoComplete="off"
      {...(long && { className: "mono" })}
      {...(!long && { inputMode: "decimal" as const })}
      error={bad.includes(name) ? t(long ? "page.invalid" : "page.invalid_number") : undefined}
      tail={long && fields[name] ? <CopyButton value={fields[name]} text={t("copy")} done={t("copied")} /> : undefined}
      onChange={event => onChange({ ...fields, [name]: event.target.value })}
    />
  );
  const seeds = fields.game !== "crash";
  return (
    <>
      <div>
        <div className="lab">
          <label htmlFor={id}>{t("page.game")}</label>
        </div>
        <div className={`inp select g-${fields.game}`}>
          <span className="gi">
            <GameGlyph game={fields.game} />
          </span>
          <select
            id={id}
            value={fields.game}
            onChange={event => onChange({ ...fields, game: event.target.value as VerifyGame })}
          >
            {verifyGames.map(game => (
              <option key={game} value={game}>
                {t(`${game}:title`)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {text("secret", seeds ? "server_seed" : "link", true)}
      {text("hash", seeds ? "server_hash" : "commitment", true)}
      {seeds ? (
        <>
          <div className="vf-two">
            <Input
              label={t("page.client_seed")}
              value={fields.clientSeed}
              spellCheck={false}
              autoComplete="off"
              className="mono"
              error={bad.includes("clientSeed") ? t("panel.client_seed_invalid") : undefined}
              onChange={event => onChange({ ...fields, clientSeed: event.target.value })}
            />
            {text("nonce", "nonce", false)}
          </div>
          {fields.game === "dice" ? (
            <div className="vf-two">
              <div>
                <div className="lab">{t("page.direction")}</div>
                <Tabs
                  label={t("page.direction")}
                  value={fields.direction}
                  onChange={direction => onChange({ ...fields, direction })}
                  fill
                  items={[
                    { value: "over", text: t("page.over") },
                    { value: "under", text: t("page.under") },
                  ]}
                />
              </div>
              {text("target", "target", false)}
            </div>
          ) : (
            <>
              {text("picks", "picks", false)}
              <div>
                <div className="lab">{t("keno:risk.label")}</div>
                <Tabs
                  label={t("keno:risk.label")}
                  value={fields.risk}
                  onChange={risk => onChange({ ...fields, risk })}
                  fill
                  items={verifyRisks.map(value => ({ value, text: t(`keno:risk.${value}`) }))}
                />
              </div>
            </>
          )}
        </>
      ) : (
        <>
          {text("salt", "salt", true)}
          {text("head", "head", true)}
          <div className="vf-two even">
            {text("round", "round", false)}
            {text("firstRound", "first_round", false)}
          </div>
        </>
      )}
    </>
  );
}
