import { errorCode } from "./error-code.ts";

/** The failures that every call can have. Modules declare their own in `shared/errors.ts`. */
export const malformed = errorCode("malformed", {
  status: 400,
  en: "The request could not be read.",
  ru: "Не удалось прочитать запрос.",
  kk: "Сұрауды оқу мүмкін болмады.",
  when: "the body is not JSON, or not an object",
});
export const unauthenticated = errorCode("unauthenticated", {
  status: 401,
  en: "Please sign in.",
  ru: "Войдите в аккаунт.",
  kk: "Аккаунтқа кіріңіз.",
  when: "no token, or one that is unknown, expired or of an ended session",
});
export const forbidden = errorCode("forbidden", {
  status: 403,
  en: "This is not allowed for your account.",
  ru: "Для вашего аккаунта это недоступно.",
  kk: "Бұл сіздің аккаунтыңызға қолжетімсіз.",
  when: "the caller is known but may not do this",
});
export const notFound = errorCode("not_found", {
  status: 404,
  en: "Nothing was found here.",
  ru: "Здесь ничего нет.",
  kk: "Мұнда ештеңе табылмады.",
  when: "no such path or thing, or it belongs to somebody else",
});
export const tooLarge = errorCode("too_large", {
  status: 413,
  en: "The request is too large.",
  ru: "Запрос слишком большой.",
  kk: "Сұрау тым үлкен.",
  when: "the body or frame is over 16 KiB, or over what the call takes",
});
export const validationFailed = errorCode("validation_failed", {
  status: 422,
  en: "Please check the marked fields.",
  ru: "Проверьте отмеченные поля.",
  kk: "Белгіленген өрістерді тексеріңіз.",
  when: "a field is missing or has a wrong shape; `errors` names it",
});
export const idempotencyKeyRequired = errorCode("idempotency_key_required", {
  status: 422,
  en: "The request carries no idempotency key.",
  ru: "В запросе нет ключа идемпотентности.",
  kk: "Сұрауда идемпотенттік кілт жоқ.",
  when: "a call that moves money has no Idempotency-Key header with a UUID",
});
export const idempotencyConflict = errorCode("idempotency_conflict", {
  status: 409,
  en: "This key was already used for another request.",
  ru: "Этот ключ уже использован для другого запроса.",
  kk: "Бұл кілт басқа сұрау үшін қолданылған.",
  when: "the idempotency key came before with another body",
});
export const tooManyRequests = errorCode("too_many_requests", {
  status: 429,
  en: "Too many attempts. Please wait a little.",
  ru: "Слишком много попыток. Подождите немного.",
  kk: "Әрекет тым көп. Сәл күте тұрыңыз.",
  when: "a rate limit was reached; Retry-After says when to come back",
});
export const unavailable = errorCode("unavailable", {
  status: 503,
  en: "The service is busy. Nothing was taken; please try again.",
  ru: "Сервис занят. Ничего не списано, попробуйте ещё раз.",
  kk: "Сервис бос емес. Ештеңе алынған жоқ, қайталап көріңіз.",
  when: "a lane is full, a part is down or the process is draining; Retry-After says when to come back",
});
export const internal = errorCode("internal", {
  status: 500,
  en: "Something went wrong on our side.",
  ru: "Что-то пошло не так на нашей стороне.",
  kk: "Біздің жақта бірдеңе дұрыс болмады.",
  when: "a fault of the house; nothing more is said",
});

/** The codes that any call may return, in addition to the route's own `errors`. */
export const commonErrors = [
  malformed,
  unauthenticated,
  forbidden,
  notFound,
  tooLarge,
  validationFailed,
  tooManyRequests,
  unavailable,
  internal,
];
export const moneyErrors = [idempotencyKeyRequired, idempotencyConflict];

export const regionBlocked = errorCode("region_blocked", {
  status: 451,
  en: "This is not available in your region.",
  ru: "В вашем регионе это недоступно.",
  kk: "Бұл сіздің өңірде қолжетімсіз.",
  when: "the country of the caller's address is blocked for what the call does",
});
export const regionUnknown = errorCode("region_unknown", {
  status: 451,
  en: "We cannot tell which country you are in, so play, deposits and registration are closed.",
  ru: "Не удалось определить вашу страну, поэтому игра, депозиты и регистрация закрыты.",
  kk: "Қай елде екеніңізді анықтай алмадық, сондықтан ойын, депозит және тіркелу жабық.",
  when: "no country is known for the caller's address; play, deposits and registration need one",
});
/** Of calls that require a region. */
export const regionErrors = [regionBlocked, regionUnknown];
