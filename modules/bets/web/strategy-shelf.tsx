import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Currency } from "#kit/money/currency.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Strategy } from "../shared/strategy.ts";
import { strategyNameLength } from "../shared/strategy-contract.ts";
import { useStrategies } from "./use-strategies.ts";

interface StrategyShelfProps {
  readonly game: string;
  readonly currency: Currency;
  /** The strategy to save; null while the fields are invalid. */
  readonly strategy: Strategy | null;
  onPick(strategy: Strategy): void;
}

/** Saved strategies: select, delete, and save the current one under a name. */
export function StrategyShelf({ game, currency, strategy, onPick }: StrategyShelfProps) {
  const { t } = useTranslation("bets");
  const shelf = useStrategies(game, currency);
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const { saved, state } = shelf;
  const save = async () => {
    if (!strategy || name.trim() === "") return;
    setBusy(true);
    if (await shelf.save(name.trim(), strategy)) setName("");
    setBusy(false);
  };
  return (
    <details className="strategy-shelf">
      <summary className="field-label">{t("auto.saved", { count: saved.length })}</summary>
      {state === "loading" && <p className="hint">{t("auto.loading")}</p>}
      {state === "failed" && (
        <div className="row" role="alert">
          <span className="hint grow">{t("auto.not_loaded")}</span>
          <Button size="s" variant="ghost" onClick={shelf.retry}>
            {t("auto.retry")}
          </Button>
        </div>
      )}
      {state === "ready" && saved.length === 0 && <p className="hint">{t("auto.none_saved")}</p>}
      <ul className="col gap-1">
        {saved.map(each => (
          <li key={each.name} className="row">
            <Button size="s" variant="ghost" className="grow" onClick={() => onPick(each.strategy)}>
              {each.name}
            </Button>
            <button
              type="button"
              className="iconbtn s"
              aria-label={t("auto.remove", { name: each.name })}
              onClick={() => void shelf.remove(each)}
            >
              <Icon of={Trash2} size={16} />
            </button>
          </li>
        ))}
      </ul>
      <div className="row">
        <div className="input-box grow">
          <input
            aria-label={t("auto.name")}
            placeholder={t("auto.name")}
            maxLength={strategyNameLength}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </div>
        <Button size="s" busy={busy} disabled={!strategy || name.trim() === "" || state !== "ready"} onClick={save}>
          {t("auto.save")}
        </Button>
      </div>
      <FieldError text={shelf.refusal === "" ? t("auto.not_saved") : (shelf.refusal ?? undefined)} />
    </details>
  );
}
