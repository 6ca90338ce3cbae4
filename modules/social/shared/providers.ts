/** The supported sign-in providers; which of them are offered is configured. */
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
 * Whether a provider is authoritative for a mailbox: it runs it itself. Its information on other mailboxes was true at some time, and may
 * be outdated.
 */
export function isAuthoritativeFor(provider: SocialProvider, email: string): boolean {
  return mailboxesOf[provider].includes(email.toLowerCase().replace(/^.*@/, ""));
}
