/** The companies one can sign in through; which of them this house offers is configured. */
export const socialNames = { google: "Google", vk: "VK ID", yandex: "Yandex ID", telegram: "Telegram" } as const;

export type SocialProvider = keyof typeof socialNames;

export function isSocialProvider(text: string): text is SocialProvider {
  return Object.hasOwn(socialNames, text);
}

const mailboxesOf: Readonly<Record<SocialProvider, readonly string[]>> = {
  google: ["gmail.com", "googlemail.com"],
  yandex: ["yandex.ru", "ya.ru", "yandex.com", "yandex.kz", "yandex.by"],
  vk: [],
  telegram: [],
};

/**
 * Whether a company may speak for a mailbox: it runs it itself. What it says of somebody else's mailbox was true at some time,
 * and may be somebody else's by now.
 */
export function isAuthoritativeFor(provider: SocialProvider, email: string): boolean {
  return mailboxesOf[provider].includes(email.toLowerCase().replace(/^.*@/, ""));
}
