import { Swords } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";

export const coinflipModes = ["flip", "ladder"] as const;
export type CoinflipMode = (typeof coinflipModes)[number];

interface CoinflipModeTabsProps {
  readonly mode: CoinflipMode;
  onMode(mode: CoinflipMode): void;
  /** A coin is in the air. */
  readonly locked: boolean;
}

/** The modes: one flip, a ladder, and a link to duels, which have a page of their own. */
export function CoinflipModeTabs({ mode, onMode, locked }: CoinflipModeTabsProps) {
  const { t } = useTranslation("coinflip");
  const href = useHref();
  return (
    <div className="coin-ways">
      <Tabs
        label={t("way.label")}
        value={mode}
        onChange={next => !locked && onMode(next)}
        items={coinflipModes.map(value => ({ value, text: t(`way.${value}`) }))}
      />
      <Link className="btn outline s" to={href("/games/coinflip/duels")}>
        <Icon of={Swords} size={16} />
        {t("way.duels")}
      </Link>
    </div>
  );
}
