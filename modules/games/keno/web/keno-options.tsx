import { Eraser, Shuffle } from "lucide-react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Risk, risks } from "../shared/rules.ts";

interface KenoOptionsProps {
  readonly risk: Risk;
  onRisk(risk: Risk): void;
  onRandom(): void;
  /** Null while nothing is selected. */
  readonly onClear: (() => void) | null;
  readonly locked: boolean;
}

/** Keno's settings besides the stake: the risk, and two ways to select numbers. */
export function KenoOptions({ risk, onRisk, onRandom, onClear, locked }: KenoOptionsProps) {
  const { t } = useTranslation("keno");
  return (
    <>
      <div>
        <div className="field-label">{t("risk.label")}</div>
        <Tabs
          label={t("risk.label")}
          value={risk}
          onChange={onRisk}
          fill
          items={risks.map(value => ({ value, text: t(`risk.${value}`) }))}
        />
      </div>
      <div className="keno-tools">
        <Button variant="secondary" disabled={locked} onClick={onRandom}>
          <Icon of={Shuffle} size={18} />
          {t("random")}
        </Button>
        <Button variant="secondary" disabled={locked || onClear === null} onClick={() => onClear?.()}>
          <Icon of={Eraser} size={18} />
          {t("clear")}
        </Button>
      </div>
    </>
  );
}
