import type { Row } from "./network-log.ts";

const user = [
  ...["id", "name", "phone", "email", "balance", "bonus", "bonus_balance", "total_balance", "currency", "locale"],
  ...["timezone", "register_method", "is_phone_verified", "is_email_verified", "is_password_exists", "image.small"],
  ...["premium.status", "verification.is_need", "verification.data.status", "is_avatar_hidden", "is_statistics_hidden"],
].map(name => `user.${name}`);
const mirror = ["sso", "meta_yandex_verification", "revshare_service_frontend_url", "telegram_channel_url"].map(
  name => `data.${name}`,
);

/**
 * What a page is answered when it signs somebody in is not always read: it leaves at once. The calls of registration, login, codes, sign-on, logout, settings, tracking and checks, as the specification has them.
 */
export const sectionSeven: readonly Row[] = [
  ["POST /api/v2/auth/register/email", ["email", "password", "currency", "agree", "stag", "fpp"], []],
  ["POST /api/v2/auth/login/email/password", ["email", "password"], []],
  ["POST /api/v2/auth/login/email/code", ["email"], ["data.resend_in"]],
  ["POST /api/v2/auth/login/email/code", ["email", "code"], []],
  ["PUT /auth/login", ["provider", "token", "proof"], ["token"]],
  ["PUT /auth/logout", [], []],
  ["POST /auth/refresh-token", [], ["access_token"]],
  ["GET /profile/user", [], [...user, "features", "region"]],
  ["PUT /profile/settings", ["is_avatar_hidden"], user],
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
