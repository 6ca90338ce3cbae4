import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { SessionsSection } from "#modules/accounts/web/access/sessions-section.tsx";
import { useSession } from "#modules/accounts/web/session.ts";

/** The texts it shows. */
export const handle = { texts: ["accounts"] };

/** How the player gets in. */
export default function AccessPage() {
  const { t } = useTranslation("content");
  const user = useSession(state => state.user);
  if (!user) return null;
  return (
    <>
      <section className="card settings">
        <PageHead title={t("profile.access")} noIndex />
        <h2 className="d">{t("profile.access")}</h2>
        <div className="kv">
          <span>{t("profile.email")}</span>
          <b>{user.email ?? "–"}</b>
        </div>
        <div className="kv">
          <span>{t("profile.email_checked")}</span>
          <b>{t(user.is_email_verified ? "profile.yes" : "profile.no")}</b>
        </div>
        <div className="kv">
          <span>{t("profile.password")}</span>
          <b>{t(user.is_password_exists ? "profile.is_set" : "profile.not_set")}</b>
        </div>
        <p className="mut sm">{t("profile.access_note")}</p>
      </section>
      <SessionsSection />
    </>
  );
}
