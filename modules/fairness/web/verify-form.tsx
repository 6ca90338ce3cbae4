import { type ReactNode, useId } from "react";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type GameProof, gamesOf, idOf, nameKeyOf, type ProofField } from "../shared/game-proof.ts";
import { emptyFields, type VerifyFields } from "./verify-fields.ts";

interface VerifyFormProps {
  readonly fields: VerifyFields;
  readonly bad: readonly string[];
  onChange(fields: VerifyFields): void;
  /** The games of the list, and the one that is checked. */
  readonly proofs: readonly GameProof[];
  readonly proof: GameProof;
  readonly glyphOf: (game: string) => ReactNode;
}

type FieldLabel =
  | "server_seed"
  | "link"
  | "server_hash"
  | "commitment"
  | "nonce"
  | "salt"
  | "head"
  | "round"
  | "first_round";

/** What a result is made of: typed, pasted, or filled in from a record. */
export function VerifyForm({ fields, bad, onChange, proofs, proof, glyphOf }: VerifyFormProps) {
  const { t } = useTranslation("fairness", ...gamesOf(proofs));
  const id = useId();
  const text = (name: Exclude<keyof VerifyFields, "own">, label: FieldLabel, long: boolean) => (
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
  const seeds = proof.kind === "seeds";
  return (
    <>
      <div>
        <div className="field-label">
          <label htmlFor={id}>{t("page.game")}</label>
        </div>
        <div className={`input-box select g-${proof.game}`}>
          <span className="game-icon">{glyphOf(proof.game)}</span>
          <select
            id={id}
            value={fields.game}
            onChange={event => {
              const next = proofs.find(each => idOf(each) === event.target.value);
              if (next) onChange({ ...fields, game: idOf(next), own: emptyFields(next).own });
            }}
          >
            {proofs.map(each => (
              <option key={idOf(each)} value={idOf(each)}>
                {t(nameKeyOf(each))}
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
          {proof.fields.map(own)}
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

  /** Inputs of the game itself. */
  function own({ name, label, choices }: ProofField) {
    const value = fields.own[name] ?? "";
    const change = (next: string) => onChange({ ...fields, own: { ...fields.own, [name]: next } });
    if (!choices) {
      return (
        <Input
          key={name}
          label={t(label)}
          value={value}
          spellCheck={false}
          autoComplete="off"
          error={bad.includes(name) ? t("page.invalid_number") : undefined}
          onChange={event => change(event.target.value)}
        />
      );
    }
    const items = choices.map(choice => ({ value: choice.value, text: t(choice.text) }));
    if (choices.length <= 4) {
      return (
        <div key={name}>
          <div className="field-label">{t(label)}</div>
          <Tabs label={t(label)} value={value} onChange={change} fill items={items} />
        </div>
      );
    }
    return (
      <div key={name}>
        <label className="field-label" htmlFor={`${id}-${name}`}>
          {t(label)}
        </label>
        <div className="input-box select">
          <select id={`${id}-${name}`} value={value} onChange={event => change(event.target.value)}>
            {items.map(item => (
              <option key={item.value} value={item.value}>
                {item.text}
              </option>
            ))}
          </select>
        </div>
      </div>
    );
  }
}
