import { formatAmount, micros } from "#kit/money/amount.ts";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";

const sum = (amount: string | null | undefined) => (amount ? formatAmount(micros(BigInt(amount))) : null);

export const office: GameOffice = {
  bets: [
    { text: "cases", value: ({ choice }) => choice.cases },
    { text: "prize_total", value: ({ outcome }) => outcome.total },
    { text: "won", value: ({ outcome }) => outcome.won },
  ],
  rounds: [
    { text: "currency", value: ({ currency }) => currency },
    { text: "stake", value: ({ stake }) => sum(stake) },
    { text: "seats", value: ({ size }) => size },
    { text: "cases", value: ({ cases }) => cases?.replace(/[{}]/g, "").split(",") },
    { text: "void_reason", value: ({ reason }) => reason },
  ],
};
