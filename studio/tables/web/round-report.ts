import type { PagePort } from "#studio/frame/web/page-port.ts";

/** Reports to the page that a round with the player's bets has begun or ended: a deposit or a check waits for its end. Play chips are not reported. */
export interface RoundReport {
  started(): void;
  /** @param round of the wallet protocol */
  ended(round: string | null): void;
}

export function createRoundReport(port: Pick<PagePort, "send">, isDemo: boolean): RoundReport {
  let isOpen = false;
  return {
    started() {
      if (isDemo || isOpen) return;
      isOpen = true;
      port.send({ type: "round", state: "started" });
    },
    ended(round) {
      if (!isOpen) return;
      isOpen = false;
      port.send({ type: "round", state: "ended", ...(round !== null && { round }) });
      port.send({ type: "balance-changed" });
    },
  };
}
