import { errorCode } from "./error-code.ts";

/** The failures that every call can have. Modules declare their own in `shared/errors.ts`. */
export const malformed = errorCode("malformed", {
  status: 400,
  en: "We couldn't read the request.",
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
  en: "Your account isn't allowed to do this.",
  ru: "Для вашего аккаунта это недоступно.",
  kk: "Бұл сіздің аккаунтыңызға қолжетімсіз.",
  when: "the caller is known but may not do this",
});
export const notFound = errorCode("not_found", {
  status: 404,
  en: "Not found.",
  ru: "Ничего не найдено.",
  kk: "Ештеңе табылмады.",
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
  en: "The idempotency key is missing from the request.",
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
  en: "Too many attempts. Please wait and try again.",
  ru: "Слишком много попыток. Подождите немного.",
  kk: "Әрекет тым көп. Сәл күте тұрыңыз.",
  when: "a rate limit was reached; Retry-After says when to come back",
});
export const unavailable = errorCode("unavailable", {
  status: 503,
  en: "The service is busy. You weren't charged. Please try again.",
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
  en: "This isn't available in your region.",
  ru: "В вашем регионе это недоступно.",
  kk: "Бұл сіздің өңірде қолжетімсіз.",
  when: "the country of the caller's address is blocked for what the call does",
});
export const regionUnknown = errorCode("region_unknown", {
  status: 451,
  en: "We can't determine your country, so bets, deposits and registration aren't available.",
  ru: "Не удалось определить вашу страну, поэтому ставки, пополнение и регистрация недоступны.",
  kk: "Еліңізді анықтай алмадық, сондықтан бәс тігу, толтыру және тіркелу қолжетімсіз.",
  when: "no country is known for the caller's address; play, deposits and registration need one",
});
/** Of calls that require a region. */
export const regionErrors = [regionBlocked, regionUnknown];
