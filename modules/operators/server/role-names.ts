import type { Locale } from "#kit/i18n/locale.ts";
import type { Role } from "../shared/permissions.ts";

/** Role names in a mailed invitation. */
export const roleNames: Readonly<Record<Locale, Readonly<Record<Role, string>>>> = {
  en: {
    owner: "owner",
    finance: "finance",
    risk: "risk",
    support: "support",
    content: "content",
    trading: "trading",
    auditor: "auditor",
  },
  ru: {
    owner: "владелец",
    finance: "финансы",
    risk: "риски",
    support: "поддержка",
    content: "контент",
    trading: "трейдинг",
    auditor: "аудитор",
  },
  kz: {
    owner: "ие",
    finance: "қаржы",
    risk: "тәуекел",
    support: "қолдау",
    content: "контент",
    trading: "трейдинг",
    auditor: "аудитор",
  },
};
