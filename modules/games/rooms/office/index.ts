import { formatAmount, micros } from "#kit/money/amount.ts";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";

const sum = (amount: string | null | undefined) => (amount ? formatAmount(micros(BigInt(amount))) : null);

export const office: GameOffice = {
  bets: [
    { text: "room", value: ({ choice }) => choice.colour },
    { text: "winner_seat", value: ({ outcome }) => outcome.seat },
    { text: "ticket", value: ({ outcome }) => outcome.ticket },
  ],
  rounds: [
    { text: "room", value: ({ colour }) => colour },
    { text: "currency", value: ({ currency }) => currency },
    { text: "players", value: ({ players }) => players },
    { text: "pot", value: ({ pot }) => sum(pot) },
    { text: "payout", value: ({ payout }) => sum(payout) },
    { text: "void_reason", value: ({ reason }) => reason },
  ],
};
