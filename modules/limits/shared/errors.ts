import { errorCode } from "#kit/contract/error-code.ts";

export const breakNotLonger = errorCode("break_not_longer", {
  status: 409,
  en: "Your current break ends later. You can only extend a break.",
  ru: "Ваш нынешний перерыв закончится позже. Перерыв можно только продлить.",
  kk: "Қазіргі үзілісіңіз одан кейін аяқталады. Үзілісті тек ұзартуға болады.",
  when: "a time-out or self-exclusion that would end before the one in force; `data.until` says when that ends",
});
