import { errorCode } from "#kit/contract/error-code.ts";

export const socialRefused = errorCode("social_refused", {
  status: 422,
  en: "We couldn't sign you in. Please try again.",
  ru: "Вход не удался. Попробуйте ещё раз.",
  kk: "Кіру сәтсіз аяқталды. Қайталап көріңіз.",
  when: "an answer of a sign-in provider that is forged, late, used before, or of another browser",
});
export const socialCancelled = errorCode("social_cancelled", {
  status: 422,
  en: "Sign-in was canceled.",
  ru: "Вход отменён.",
  kk: "Кіру тоқтатылды.",
  when: "the provider reports that the visitor declined",
});
export const socialEmailKnown = errorCode("social_email_known", {
  status: 409,
  en: "An account with this email already exists. Sign in to it, then link this sign-in method under Profile, Access.",
  ru: "Аккаунт с этой почтой уже есть. Войдите в него и привяжите этот способ входа в разделе «Профиль», «Доступ».",
  kk: "Бұл поштамен аккаунт бұрыннан бар. Оған кіріп, осы кіру тәсілін «Профиль», «Қол жеткізу» бөлімінде байланыстырыңыз.",
  when: "a first social sign-in whose verified e-mail belongs to an account that the provider may not open",
});
export const socialLinkedElsewhere = errorCode("social_linked_elsewhere", {
  status: 409,
  en: "This account is already linked to another player.",
  ru: "Этот аккаунт уже привязан к другому игроку.",
  kk: "Бұл аккаунт басқа ойыншыға байланыстырылған.",
  when: "linking an identity that belongs to another player, or a second one of the same provider",
});
export const lastSignInMethod = errorCode("last_way_in", {
  status: 409,
  en: "This is your only sign-in method. Set a password first.",
  ru: "Это единственный способ войти в аккаунт. Сначала задайте пароль.",
  kk: "Бұл аккаунтқа кірудің жалғыз жолы. Алдымен құпиясөз орнатыңыз.",
  when: "unlinking the only way of signing in",
});
