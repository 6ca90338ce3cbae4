import { errorCode } from "#kit/contract/error-code.ts";

export const accountNotEmpty = errorCode("account_not_empty", {
  status: 409,
  when: "closing an account with money, open bets or open deposits; `data.obstacles` names them, `data.rests` has the amounts by currency if all are below the smallest payout and can be given up",
});
export const exportNotReady = errorCode("export_not_ready", {
  status: 409,
  when: "the file of an export that is not finished",
});
