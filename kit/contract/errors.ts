import { errorCode } from "./error-code.ts";

/** The failures that every call can have. Modules declare their own in `shared/errors.ts`. */
export const malformed = errorCode("malformed", {
  status: 400,
  when: "the body is not JSON, or not an object",
});
export const unauthenticated = errorCode("unauthenticated", {
  status: 401,
  when: "no token, or one that is unknown, expired or of an ended session",
});
export const forbidden = errorCode("forbidden", {
  status: 403,
  when: "the caller is known but may not do this; `data.permission` is the one that an operator lacks",
});
export const stepUpRequired = errorCode("step_up_required", {
  status: 403,
  when: "an operator's call that requires a second factor from the last five minutes, or their address has changed since",
});
export const readTooSlow = errorCode("read_too_slow", {
  status: 503,
  when: "a statement of an operator's read took more than three seconds and was ended; narrower filters may take less",
});
export const notFound = errorCode("not_found", {
  status: 404,
  when: "no such path or object, or it belongs to another player",
});
export const tooLarge = errorCode("too_large", {
  status: 413,
  when: "the body or frame is over 16 KiB, or over the limit of the call",
});
export const validationFailed = errorCode("validation_failed", {
  status: 422,
  when: "a field is missing or has a wrong shape; `errors` names it",
});
export const idempotencyKeyRequired = errorCode("idempotency_key_required", {
  status: 422,
  when: "a call that moves money has no Idempotency-Key header with a UUID",
});
export const idempotencyConflict = errorCode("idempotency_conflict", {
  status: 409,
  when: "the idempotency key was used before with another body",
});
export const tooManyRequests = errorCode("too_many_requests", {
  status: 429,
  when: "a rate limit was reached; Retry-After says when to retry",
});
export const unavailable = errorCode("unavailable", {
  status: 503,
  when: "a lane is full, a part is down or the process is draining; Retry-After says when to retry",
});
export const internal = errorCode("internal", {
  status: 500,
  when: "an internal error; no details are given but `data.request_id`, by which it is found in the log",
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
  when: "the country of the caller's address is blocked for what the call does",
});
export const regionUnknown = errorCode("region_unknown", {
  status: 451,
  when: "the country of the caller's address is unknown; play, deposits and registration require one",
});
export const productClosed = errorCode("product_closed", {
  status: 503,
  when: "what the call does is temporarily closed everywhere",
});
/** Errors of calls that require a region. */
export const regionErrors = [regionBlocked, regionUnknown, productClosed];

export const sessionIdle = errorCode("session_idle", {
  status: 423,
  when: "a stake or a movement of money in a session in which the player did nothing for IDLE_MINUTES (30); a proof or a new login ends it. Pages stay open, open bets are played to their end",
});
