import { errorCode } from "#kit/contract/error-code.ts";

export const wrongCredentials = errorCode("wrong_credentials", {
  status: 422,
  en: "The e-mail or the password is not right.",
  ru: "Неверная почта или пароль.",
  kk: "Пошта немесе құпиясөз дұрыс емес.",
  when: "a login whose e-mail has no account, or whose password is another; both cost and say the same",
});
export const tooManyLogins = errorCode("too_many_logins", {
  status: 429,
  en: "Too many failed logins. Please wait before the next try.",
  ru: "Слишком много неудачных попыток входа. Подождите перед следующей.",
  kk: "Сәтсіз кіру әрекеті тым көп. Келесі әрекетке дейін күте тұрыңыз.",
  when: "5 failed logins of one e-mail in 15 minutes, whether an account has it or not; Retry-After says when to come back",
});
export const sessionReplayed = errorCode("session_replayed", {
  status: 401,
  en: "This session was ended for your safety. Please sign in again.",
  ru: "Сессия завершена в целях безопасности. Войдите снова.",
  kk: "Сессия қауіпсіздік үшін аяқталды. Қайта кіріңіз.",
  when: "a refresh with a secret that was already rotated, after the grace of 10 seconds: somebody has a copy, so the session ends",
});
export const signOnRefused = errorCode("sign_on_refused", {
  status: 422,
  en: "This sign-in link is used up or was not made for this browser. Please sign in.",
  ru: "Эта ссылка для входа уже использована или создана не для этого браузера. Войдите в аккаунт.",
  kk: "Бұл кіру сілтемесі пайдаланылған немесе басқа браузерге арналған. Аккаунтқа кіріңіз.",
  when: "a single sign-on token that is unknown, used, older than 30 seconds, of another host, or without the proof it was asked with",
});
