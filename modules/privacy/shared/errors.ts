import { errorCode } from "#kit/contract/error-code.ts";

export const accountNotEmpty = errorCode("account_not_empty", {
  status: 409,
  when: "closing an account with money, open bets, deposits or withdrawals, a correction of the balance that waits, a prize of a tournament that is not paid yet, or a balance as a partner; `data.obstacles` names them, `data.rests` has the amounts by currency if all are below the smallest payout and can be given up",
});
export const exportNotReady = errorCode("export_not_ready", {
  status: 409,
  when: "the file of an export that is not finished",
});
export const copyNotReady = errorCode("copy_not_ready", {
  status: 409,
  when: "an operator fetches a copy of a player's data that is still being made",
});
export const copyGone = errorCode("copy_gone", {
  status: 410,
  when: "an operator fetches a copy of a player's data that was fetched before, expired after 24 hours, or was refused",
});
export const copyLimit = errorCode("copy_limit", {
  status: 429,
  when: "an operator orders more than 10 copies of players' data in an hour; `data.retry_after`: seconds",
});
export const erasedAlready = errorCode("erased_already", {
  status: 409,
  when: "erasing the personal data of a player whose data has already been erased",
});
export const eraseRefused = errorCode("erase_refused", {
  status: 409,
  when: "a player with money, open bets, deposits, withdrawals, waiting corrections, unpaid prizes, a balance as a partner, holds or debts is erased; `data.obstacles` names them",
});
