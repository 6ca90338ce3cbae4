/** A mail provider's equivalent spellings of one mailbox. */
interface MailboxRules {
  /** Every domain of the same mailbox; the first one is canonical. */
  readonly domains: readonly string[];
  /** Characters of the local part that the provider ignores. */
  readonly ignored?: RegExp;
  /** Yandex treats a dot and a hyphen as the same. */
  readonly dotIsHyphen?: boolean;
}

const plusTagProviders: readonly MailboxRules[] = [
  { domains: ["gmail.com", "googlemail.com"], ignored: /\./g },
  { domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.kz", "yandex.by"], dotIsHyphen: true },
  { domains: ["proton.me", "protonmail.com", "pm.me"], ignored: /[._-]/g },
  { domains: ["icloud.com", "me.com", "mac.com"] },
  { domains: ["fastmail.com"] },
  { domains: ["outlook.com"] },
  { domains: ["hotmail.com"] },
  { domains: ["live.com"] },
  { domains: ["mail.ru"] },
  { domains: ["bk.ru"] },
  { domains: ["inbox.ru"] },
  { domains: ["list.ru"] },
];

/**
 * The key under which an address is unique: other spellings of the same mailbox have the same key. Case is ignored; dots and plus-tags are
 * ignored for providers that ignore them.
 */
export function emailKey(email: string): string {
  const text = email.normalize("NFKC").toLowerCase();
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  const rules = plusTagProviders.find(provider => provider.domains.includes(domain));
  if (!rules) return text;
  let local = text.slice(0, at).replace(/\+.*$/, "");
  if (rules.ignored) local = local.replace(rules.ignored, "");
  if (rules.dotIsHyphen) local = local.replace(/\./g, "-");
  return `${local}@${rules.domains[0]}`;
}
