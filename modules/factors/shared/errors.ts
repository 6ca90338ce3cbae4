import { errorCode } from "#kit/contract/error-code.ts";

export const proofRequired = errorCode("proof_required", {
  status: 403,
  en: "Please confirm it's you again.",
  ru: "Подтвердите ещё раз, что это вы.",
  kk: "Бұл сіз екеніңізді тағы бір рет растаңыз.",
  when: "a change of an account's credentials without a proof of the last five minutes in this session",
});
export const factorWrong = errorCode("factor_wrong", {
  status: 422,
  en: "This code or password is incorrect or was already used.",
  ru: "Код или пароль неверный либо уже использован.",
  kk: "Код немесе құпиясөз қате не бұрын пайдаланылған.",
  when: "a proof with a wrong password, a code of the app that is wrong or was used, or a recovery code that is wrong or was used",
});
export const tooManyTries = errorCode("too_many_tries", {
  status: 429,
  en: "Too many incorrect attempts. Please wait before you try again.",
  ru: "Слишком много неверных попыток. Подождите перед следующей.",
  kk: "Қате әрекет тым көп. Келесі әрекетке дейін күте тұрыңыз.",
  when: "5 wrong proofs or codes of one player in 15 minutes; Retry-After says when to retry",
});
export const passkeyRefused = errorCode("passkey_refused", {
  status: 422,
  en: "This passkey wasn't accepted. Please try again.",
  ru: "Ключ доступа не принят. Попробуйте ещё раз.",
  kk: "Кіру кілті қабылданбады. Қайталап көріңіз.",
  when: "a passkey that is unknown here, of another host, of another player, or a response to an unknown, expired or used challenge",
});
export const totpOn = errorCode("totp_on", {
  status: 409,
  en: "An authenticator app is already on.",
  ru: "Приложение-аутентификатор уже подключено.",
  kk: "Аутентификатор қолданбасы бұрыннан қосулы.",
  when: "starting when they are already on, or switching it on a second time",
});
export const sessionIdle = errorCode("session_idle", {
  status: 423,
  en: "You've been away for a while. Please confirm it's you before you play or make a payment.",
  ru: "Вас какое-то время не было. Подтвердите, что это вы, прежде чем играть или проводить платежи.",
  kk: "Сіз біраз уақыт болмадыңыз. Ойнамас немесе төлем жасамас бұрын бұл сіз екеніңізді растаңыз.",
  when: "a stake or a movement of money in a session in which the player did nothing for IDLE_MINUTES (30); a proof or a new login ends it. Pages stay open, open bets are played to their end",
});
