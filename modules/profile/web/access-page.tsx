import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { ContactsSection } from "#modules/accounts/web/access/contacts-section.tsx";
import { PasswordSection } from "#modules/accounts/web/access/password-section.tsx";
import { SessionsSection } from "#modules/accounts/web/access/sessions-section.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { PasskeysSection } from "#modules/factors/web/passkeys-section.tsx";
import { TwoFactorSection } from "#modules/factors/web/two-factor-section.tsx";
import { PhraseSection } from "#modules/notifications/web/phrase-section.tsx";
import { PushSection } from "#modules/notifications/web/push-section.tsx";
import { AddressBookSection } from "#modules/payments/web/address-book.tsx";
import { LinksSection } from "#modules/social/web/links-section.tsx";
import { RequireProof } from "./require-proof.tsx";

/** The texts it shows. */
export const handle = { texts: ["accounts", "factors", "notifications", "payments", "social"] };

/** The player's sign-in methods: one section for each. */
export default function AccessPage() {
  const { t } = useTranslation("lobby", "profile");
  const user = useSession(state => state.user);
  if (!user) return null;
  return (
    <RequireProof>
      <PageHead title={t("profile:access")} noIndex />
      <div className="access-columns">
        <ContactsSection user={user} />
        <PasswordSection user={user} />
        <LinksSection />
        <TwoFactorSection />
        <PasskeysSection />
        <AddressBookSection />
        <PhraseSection />
        <PushSection />
        <SessionsSection />
      </div>
    </RequireProof>
  );
}
