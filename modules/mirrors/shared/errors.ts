import { errorCode } from "#kit/contract/error-code.ts";

export const returnRefused = errorCode("return_refused", {
  status: 400,
  en: "This address does not belong to the house.",
  ru: "Этот адрес не принадлежит нашему сайту.",
  kk: "Бұл мекенжай біздің сайтқа тиесілі емес.",
  when: "a sign-on whose return address is not a registered mirror's, with this deployment's scheme and port",
});
