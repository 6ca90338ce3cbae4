import { useTranslation } from "#kit/web/texts.tsx";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";

/** The password of the account. */
export function PasswordSection({ user }: { user: ProfileUser }) {
  const { t } = useTranslation("accounts");
  return (
    <section className="card settings">
      <h2 className="d">{t("auth.password")}</h2>
      <p className="mut sm">{t(user.is_password_exists ? "access.password_set" : "access.password_unset")}</p>
    </section>
  );
}
