import { errorCode } from "#kit/contract/error-code.ts";

export const freeSpinsOver = errorCode("free_spins_over", {
  status: 409,
  when: "free spins to be cancelled that are used up, expired or already cancelled in another way; `data.status` says which",
});
