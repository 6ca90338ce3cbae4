import { errorCode } from "#kit/contract/error-code.ts";

export const correctionClosed = errorCode("correction_closed", {
  status: 409,
  en: "This correction has already been decided.",
  ru: "По этой корректировке уже принято решение.",
  kk: "Бұл түзету бойынша шешім қабылданған.",
  when: "deciding about a correction that is booked or declined",
});
