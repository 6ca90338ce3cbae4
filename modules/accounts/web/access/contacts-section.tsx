import { useTranslation } from "#kit/web/texts.tsx";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";

/** How the player is reached. */
export function ContactsSection({ user }: { user: ProfileUser }) {
  const { t } = useTranslation("accounts");
  return (
    <section className="card settings">
      <h2 className="d">{t("access.contacts")}</h2>
      <div className="kv">
        <span>{t("auth.email")}</span>
        <b>{user.email ?? "–"}</b>
      </div>
    </section>
  );
}
