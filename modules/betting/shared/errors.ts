import { errorCode } from "#kit/contract/error-code.ts";

export const badSystem = errorCode("bad_system", {
  status: 422,
  en: "This combination of selections isn't possible.",
  ru: "Такая комбинация исходов невозможна.",
  kk: "Нәтижелердің мұндай комбинациясы мүмкін емес.",
  when: "a slip whose kind, folds, bankers and number of legs make no system, or one of more than 1,000 combinations",
});
export const relatedLegs = errorCode("related_legs", {
  status: 422,
  en: "These selections depend on each other and can't be combined.",
  ru: "Эти исходы зависят друг от друга, их нельзя объединить.",
  kk: "Бұл нәтижелер бір-біріне тәуелді, оларды біріктіруге болмайды.",
  when: "two legs of one slip depend on each other; `data.legs` has their positions, from 0",
});
