import type { Row } from "./network-log.ts";

const user = [
  ...["id", "name", "phone", "email", "balance", "bonus", "bonus_balance", "total_balance", "currency", "locale"],
  ...["timezone", "register_method", "is_phone_verified", "is_email_verified", "is_password_exists", "image.small"],
  ...["premium.status", "verification.is_need", "verification.data.status", "is_avatar_hidden", "is_statistics_hidden"],
].map(name => `user.${name}`);
const mirror = ["sso", "meta_yandex_verification", "revshare_service_frontend_url", "telegram_channel_url"].map(
  name => `data.${name}`,
);

/** The calls of registration, login, codes, forgotten passwords, sign-on, logout, settings, old addresses, tracking and checks, as the specification has them. */
export const sectionSeven: readonly Row[] = [
  ["POST /api/v2/auth/register/email", ["email", "password", "currency", "agree", "stag", "fpp"], ["token"]],
  ["POST /api/v2/auth/login/email/password", ["email", "password"], ["token"]],
  ["POST /api/v2/auth/login/email/code", ["email"], ["data.resend_in"]],
  ["POST /api/v2/auth/login/email/code", ["email", "code"], ["token"]],
  ["POST /api/v2/auth/register/phone", ["phone", "password", "currency", "agree"], ["token"]],
  ["POST /api/v2/auth/password/email/forgot", ["email"], ["data.resend_in"]],
  ["POST /api/v2/auth/password/phone/forgot", ["phone"], ["data.resend_in"]],
  ["POST /api/v2/auth/password/email/code/confirm", ["email", "code"], ["data.reset_token"]],
  ["POST /api/v2/auth/password/phone/code/confirm", ["phone", "code"], ["data.reset_token"]],
  ["POST /api/v2/auth/password/email/token/confirm", ["token"], ["data.reset_token"]],
  ["POST /api/v2/auth/password/phone/token/confirm", ["token"], ["data.reset_token"]],
  ["POST /api/v2/auth/password/email/token/check", ["token"], []],
  ["POST /api/v2/auth/password/phone/token/check", ["token", "phone"], []],
  ["POST /api/v2/auth/password/email/reset/token", ["token", "password", "password_confirm"], ["token"]],
  ["POST /api/v2/auth/password/email/reset/code", ["email", "code", "password", "password_confirm"], ["token"]],
  ["POST /api/v2/auth/password/phone/reset", ["token", "password", "password_confirm"], ["token"]],
  ["PUT /auth/login", ["provider", "token", "proof"], ["token"]],
  ["PUT /auth/logout", [], []],
  ["POST /auth/refresh-token", [], ["access_token"]],
  ["GET /profile/user", [], [...user, "features", "region"]],
  ["PUT /profile/settings", ["is_avatar_hidden"], user],
  ["POST /middleware/mirrorRedirect", ["host", "path"], ["data.url", "data.external"]],
  ["POST /middleware/mirror", ["host", "user_agent"], mirror],
  ["POST /middleware/affiliate", ["host", "user_agent"], ["data.partner_id"]],
  ["POST /middleware/ip", [], ["data.ip"]],
  ["GET /geo_ip", [], ["data.ip", "data.country_code"]],
  ["POST /middleware/utm", ["utm_source", "utm_medium", "utm_campaign", "utm_term"], ["advId"]],
  ["POST /middleware/registerPageOpenEvent", ["subH", "uuid", "click_url"], []],
  ["POST /attachSource", ["stag", "advId"], []],
  ["PUT /api/v2/tracking/events", ["name", "data.session_id"], []],
  ["PUT /api/v2/tracking/events", ["name", "data.session_id", "data.mirror"], []],
  ["GET /api/v3/welcome-pack/get-welcome-packs-guest", [], ["data"]],
  ["GET /bonus-system/bonus-activation/waiting-reg-and-dep", [], ["data"]],
  ["GET /api/getMirrorsToCheck", [], ["data.domains"]],
  ["POST /api/sendAntiBonusResult", ["results"], []],
];
