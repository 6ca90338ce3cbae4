import { formatAmount, micros } from "#kit/money/amount.ts";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";

const sum = (amount: string | null | undefined) => (amount ? formatAmount(micros(BigInt(amount))) : null);

export const office: GameOffice = {
  bets: [
    { text: "side", value: ({ choice }) => choice.side },
    { text: "landed", value: ({ outcome }) => outcome.side },
    { text: "won", value: ({ outcome }) => outcome.won },
  ],
  rounds: [
    { text: "currency", value: ({ currency }) => currency },
    { text: "stake", value: ({ stake }) => sum(stake) },
    { text: "side", value: ({ side }) => side },
    { text: "joined_by", value: ({ joined_by }) => joined_by },
    { text: "opener_won", value: ({ opener_won }) => opener_won && opener_won === "true" },
    { text: "void_reason", value: ({ reason }) => reason },
  ],
};
