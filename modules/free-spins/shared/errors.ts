import { errorCode } from "#kit/contract/error-code.ts";

export const freeSpinsOver = errorCode("free_spins_over", {
  status: 409,
  en: "These free spins have been used or have expired.",
  ru: "Эти фриспины уже использованы или сгорели.",
  kk: "Бұл фриспиндер жұмсалған немесе мерзімі өткен.",
  when: "free spins to be cancelled that are used up, expired or already cancelled in another way; `data.status` says which",
});
