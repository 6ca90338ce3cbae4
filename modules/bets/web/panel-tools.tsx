import { ArrowUpToLine, BookOpen, ChartNoAxesColumn, Maximize, Rabbit, Turtle, Volume2, VolumeX } from "lucide-react";
import type { RefObject } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { loadModal } from "#kit/ui/late-modal.tsx";
import { preloadOn } from "#kit/web/preload.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useMaxButton } from "./max-button.ts";

interface PanelToolsProps {
  readonly sound: boolean;
  onSound(on: boolean): void;
  /** Instant mode: results without animation. Absent where a game has one speed only. */
  readonly fast?: boolean;
  onFast?(on: boolean): void;
  onStatistics(): void;
  onRules(): void;
  /** The element shown in full screen. */
  readonly frame: RefObject<HTMLElement | null>;
}

/** Sound, speed, statistics, rules, full screen: the row at the foot of a bet panel. */
export function PanelTools({ sound, onSound, fast, onFast, onStatistics, onRules, frame }: PanelToolsProps) {
  const { t } = useTranslation("bets");
  const max = useMaxButton();
  const fill = () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return (
    <div className="tools">
      <button type="button" aria-label={t("tools.sound")} aria-pressed={sound} onClick={() => onSound(!sound)}>
        <Icon of={sound ? Volume2 : VolumeX} size={18} />
      </button>
      {onFast && (
        <button type="button" aria-label={t("tools.fast")} aria-pressed={fast === true} onClick={() => onFast(!fast)}>
          <Icon of={fast ? Rabbit : Turtle} size={18} />
        </button>
      )}
      <button
        type="button"
        aria-label={t("tools.max")}
        title={t("tools.max")}
        aria-pressed={max.on}
        onClick={() => max.set(!max.on)}
      >
        <Icon of={ArrowUpToLine} size={18} />
      </button>
      <button type="button" aria-label={t("tools.statistics")} onClick={onStatistics}>
        <Icon of={ChartNoAxesColumn} size={18} />
      </button>
      <button type="button" aria-label={t("tools.rules")} {...preloadOn(loadModal)} onClick={onRules}>
        <Icon of={BookOpen} size={18} />
      </button>
      <button type="button" aria-label={t("tools.full")} onClick={fill}>
        <Icon of={Maximize} size={18} />
      </button>
    </div>
  );
}
