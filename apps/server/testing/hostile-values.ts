import { randomUUID } from "node:crypto";

/** Invalid for every amount, name, choice and flag. */
export const hostileValues: readonly unknown[] = [
  null,
  -1,
  1e30,
  Number.MAX_SAFE_INTEGER,
  "1e3",
  "NaN",
  "-0",
  "-5",
  "+5",
  " 5",
  "5 ",
  "0x10",
  "1.234",
  "1,5",
  "٥",
  "５",
  "99999999999999",
  "1".repeat(5000),
  "",
  "\u0000",
  "'; DROP TABLE wallet.bets; --",
  [],
  ["1"],
  {},
  { $gt: "" },
];

/** Fields for free text within a pattern: some of the hostile texts are valid there. */
const lenient = new Set([
  "query",
  "about",
  "title",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "stag",
  "partnerId",
  "advertiseUid",
  "advertiseSource",
  "cpaOneUid",
  "prHash",
  "subH",
  "uuid",
  "host",
  "partner",
  "adplace",
  "text",
  "first_name",
  "last_name",
  "user_agent",
  "promo",
  "origin",
  "proof",
  "token",
  "password",
  "method_hash",
  "client_seed",
  "timezone",
  "reason",
  "name",
  "law",
  "meta_yandex_verification",
]);

/** Nullable fields: a removed limit, the default picture. */
const nullable = new Set([
  "snooze_minutes",
  "why",
  "avatar",
  "wager_limit",
  "loss_limit",
  "deposit_limit",
  "day_minutes",
  "session_minutes",
  "check_minutes",
  "until",
  "telegram_channel_url",
  "revshare_service_frontend_url",
  "meta_yandex_verification",
]);

/** Lists that may be empty: a player takes the last mark off, or a guest who marked nothing signs up. */
const lists = new Set(["favourites", "recent", "games", "events", "teams", "leagues"]);

/** Lists of ids of the odds feed: unknown ones are left out. */
const idLists = new Set(["events", "teams", "leagues"]);

/** Ids of nothing, for every path with one. */
export const unknownIds: readonly string[] = [
  "0",
  "%00",
  "..%2f..%2fadmin",
  "' OR 1=1",
  "x".repeat(300),
  "crash-0",
  "crash-999999999999999999999",
  randomUUID(),
];

/** Whether a hostile value is a valid one in this field, so that the call may accept it. */
export function isValidIn(field: string, value: unknown): boolean {
  if (value === null) return nullable.has(field);
  if (Array.isArray(value) && value.length === 0) return lists.has(field);
  if (field === "prizes") return Array.isArray(value) && value.every(each => /^[1-9]$/.test(String(each)));
  if (Array.isArray(value) && idLists.has(field))
    return value.every(each => typeof each === "string" && /^[\w:.-]{1,64}$/.test(each));
  return (field === "data" || field === "filters") && (value as object).constructor === Object;
}

/** Whether a pattern may let this text through: then the response need only be none of an internal error. */
export const isLenient = (field: string, value: unknown): boolean => lenient.has(field) && typeof value === "string";
