import type { ReactNode } from "react";
import { showMoney } from "#kit/money/show.ts";
import { LateModal } from "#kit/ui/late-modal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { GameInfo } from "./use-game-info.ts";
import type { PlayerContext } from "./use-player-context.ts";

/** The cap of a payout. */
export function CommonCap({ info, playerContext }: { info: GameInfo; playerContext: PlayerContext }) {
  const { t } = useTranslation("bets");
  return (
    <p>
      {t("rules.cap", { cap: showMoney(info.winCap, playerContext.currency, playerContext.language, { brief: true }) })}
    </p>
  );
}

/** The rules of every game with the player's own seeds: the payout cap, and one nonce per bet. */
export function CommonRules({ info, playerContext }: { info: GameInfo; playerContext: PlayerContext }) {
  const { t } = useTranslation("bets");
  return (
    <>
      <CommonCap info={info} playerContext={playerContext} />
      <p>{t("rules.nonce")}</p>
    </>
  );
}

/** The layout of a game's rules. */
export function RulesDialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useTranslation("bets");
  return (
    <LateModal title={title} closeText={t("close")} onClose={onClose}>
      <div className="game-rules">{children}</div>
    </LateModal>
  );
}
