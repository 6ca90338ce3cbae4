import { errorCode } from "#kit/contract/error-code.ts";

export const secondPersonNeeded = errorCode("second_person_needed", {
  status: 409,
  en: "Somebody else has to decide about what you asked for yourself.",
  ru: "О том, что вы попросили сами, решает другой человек.",
  kk: "Өзіңіз сұраған нәрсені басқа адам шешеді.",
  when: "an operator decides about a correction he has asked for himself",
});
export const correctionClosed = errorCode("correction_closed", {
  status: 409,
  en: "This correction has been decided already.",
  ru: "По этой корректировке уже принято решение.",
  kk: "Бұл түзету бойынша шешім қабылданған.",
  when: "deciding about a correction that is booked or declined",
});
