import { errorCode } from "#kit/contract/error-code.ts";

export const vaultLocked = errorCode("vault_locked", {
  status: 409,
  en: "You've locked this vault, and the lock hasn't ended yet.",
  ru: "Вы закрыли этот сейф на срок, который ещё не истёк.",
  kk: "Бұл сейфті мерзімге құлыптағансыз, мерзімі әлі біткен жоқ.",
  when: "taking money out of a vault before `data.until`",
});
