import { errorCode } from "#kit/contract/error-code.ts";

export const nameChangeTooSoon = errorCode("name_change_too_soon", {
  status: 409,
  en: "You can change your name once every 30 days.",
  ru: "Имя можно менять один раз в 30 дней.",
  kk: "Атыңызды 30 күнде бір рет өзгерте аласыз.",
  when: "a name is chosen within 30 days of the last one that was not rejected; `data.next_change_at` says when the next is allowed",
});
export const moderationClosed = errorCode("moderation_closed", {
  status: 409,
  en: "This has already been decided, or the player has replaced it.",
  ru: "Решение уже принято, или игрок заменил это сам.",
  kk: "Шешім қабылданып қойған немесе ойыншы мұны өзі ауыстырды.",
  when: "a decision about a name or picture that is not in review; an approved one that is still in use may be rejected later",
});
