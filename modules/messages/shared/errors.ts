import { errorCode } from "#kit/contract/error-code.ts";

export const phonePaused = errorCode("phone_messages_paused", {
  status: 503,
  en: "SMS and calls are temporarily paused. Use your email or password, or try again later.",
  ru: "SMS и звонки временно приостановлены. Воспользуйтесь почтой или паролем либо зайдите позже.",
  kk: "SMS пен қоңыраулар уақытша тоқтатылды. Поштаңызды немесе құпиясөзіңізді қолданыңыз не кейінірек қайталаңыз.",
  when: "a code by SMS or call when the budget of this hour or day (UTC) is spent; the same for every number, and Retry-After says when the window ends",
});
