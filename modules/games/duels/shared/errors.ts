import { errorCode } from "#kit/contract/error-code.ts";

export const duelTaken = errorCode("duel_taken", {
  status: 409,
  en: "This duel is no longer open.",
  ru: "Эта дуэль уже не открыта.",
  kk: "Бұл дуэль енді ашық емес.",
  when: "joining or withdrawing a duel that somebody has joined, or that has ended",
});
export const ownDuel = errorCode("own_duel", {
  status: 409,
  en: "You can't join your own duel.",
  ru: "Нельзя войти в собственную дуэль.",
  kk: "Өз дуэліңізге кіре алмайсыз.",
  when: "joining a duel that the player has opened",
});
export const duelCurrency = errorCode("duel_currency", {
  status: 409,
  en: "This duel is in a different currency.",
  ru: "Эта дуэль в другой валюте.",
  kk: "Бұл дуэль басқа валютада.",
  when: "joining a duel whose stake is in another currency than the player's active one; `data.currency` is the duel's",
});
export const tooManyDuels = errorCode("too_many_duels", {
  status: 409,
  en: "You've reached the maximum number of open duels.",
  ru: "У вас уже максимум открытых дуэлей.",
  kk: "Ашық дуэльдеріңіздің саны шегіне жетті.",
  when: "a player's twenty-first open duel",
});
