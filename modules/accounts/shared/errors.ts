import { errorCode } from "#kit/contract/error-code.ts";

export const wrongCredentials = errorCode("wrong_credentials", {
  status: 422,
  en: "Incorrect login or password.",
  ru: "Неверный логин или пароль.",
  kk: "Логин немесе құпиясөз дұрыс емес.",
  when: "a login whose e-mail or phone has no account, or whose password is wrong; both cost the same and get the same answer",
});
export const tooManyLogins = errorCode("too_many_logins", {
  status: 429,
  en: "Too many failed sign-in attempts. Please wait before you try again.",
  ru: "Слишком много неудачных попыток входа. Подождите перед следующей.",
  kk: "Сәтсіз кіру әрекеті тым көп. Келесі әрекетке дейін күте тұрыңыз.",
  when: "5 failed logins of one e-mail or phone in 15 minutes, or 5 failed second steps of one player, whether an account has it or not; Retry-After says when to retry",
});
export const sessionReplayed = errorCode("session_replayed", {
  status: 401,
  en: "We ended this session to protect your account. Please sign in again.",
  ru: "Сессия завершена в целях безопасности. Войдите снова.",
  kk: "Сессия қауіпсіздік үшін аяқталды. Қайта кіріңіз.",
  when: "a refresh with a secret that was already rotated, after the grace period of 10 seconds: the secret was copied, so the session ends",
});
export const signOnRefused = errorCode("sign_on_refused", {
  status: 422,
  en: "This sign-in link was already used or was created for another browser. Please sign in.",
  ru: "Эта ссылка для входа уже использована или создана не для этого браузера. Войдите в аккаунт.",
  kk: "Бұл кіру сілтемесі пайдаланылған немесе басқа браузерге арналған. Аккаунтқа кіріңіз.",
  when: "a single sign-on token that is unknown, used, older than 30 seconds, of another host, or without the proof it was requested with",
});
export const tooManyCodes = errorCode("too_many_codes", {
  status: 429,
  en: "We've sent too many codes to this contact. Please wait before you request another one.",
  ru: "На этот контакт отправлено слишком много кодов. Подождите, прежде чем запросить новый.",
  kk: "Бұл контактіге тым көп код жіберілді. Жаңасын сұрамас бұрын күте тұрыңыз.",
  when: "3 codes of one purpose in 10 minutes or 10 in a day to one contact, whether an account has it or not; Retry-After says when to retry",
});
export const challengeOver = errorCode("challenge_over", {
  status: 409,
  en: "This sign-in took too long. Please start again.",
  ru: "Вход занял слишком много времени. Начните заново.",
  kk: "Кіру тым ұзаққа созылды. Қайтадан бастаңыз.",
  when: "the second step of a login that does not exist, has ended, is older than 10 minutes, was tried 5 times, or does not take this method",
});
export const linkExpired = errorCode("link_over", {
  status: 422,
  en: "This link is invalid, expired or already used. Request a new one.",
  ru: "Ссылка недействительна, истекла или уже использована. Запросите новую.",
  kk: "Сілтеме жарамсыз, мерзімі өткен немесе қолданылған. Жаңасын сұраңыз.",
  when: "a link or a reset token that is used, expired, for another contact, or does not exist",
});
export const passwordExists = errorCode("password_exists", {
  status: 409,
  en: "Your account already has a password. Enter it to set a new one.",
  ru: "Пароль уже задан. Чтобы сменить его, введите текущий.",
  kk: "Аккаунтта құпиясөз бар. Оны өзгерту үшін қазіргісін енгізіңіз.",
  when: "a first password is set while the account has one",
});
export const accountLocked = errorCode("account_locked", {
  status: 423,
  en: "Your account is locked. Contact support. Your money is safe.",
  ru: "Аккаунт заблокирован. Напишите в поддержку: ваши деньги в сохранности.",
  kk: "Аккаунт бұғатталған. Қолдау қызметіне жазыңыз: ақшаңыз сақтаулы.",
  when: "a login whose every step was right, into a locked account; wrong credentials do not reveal it",
});
export const termsChanged = errorCode("terms_changed", {
  status: 423,
  en: "Our terms have changed. Please read and accept them to continue.",
  ru: "Наши условия изменились. Прочтите и примите их, чтобы продолжить.",
  kk: "Шарттарымыз өзгерді. Жалғастыру үшін оларды оқып, қабылдаңыз.",
  when: "a stake or a deposit of a player who has not accepted the current terms, or an acceptance of other ones; `data.version` is the current one. Payouts and open bets continue",
});
