import { errorCode } from "#kit/contract/error-code.ts";

export const vaultLocked = errorCode("vault_locked", {
  status: 409,
  en: "You have locked this vault, and the lock still holds.",
  ru: "Вы закрыли этот сейф на срок, и срок ещё не вышел.",
  kk: "Бұл сейфті мерзімге құлыптағансыз, мерзімі әлі біткен жоқ.",
  when: "taking money out of a vault before `data.until`",
});
