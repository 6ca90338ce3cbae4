import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";

/** Shows that this is demo play, and links to sign-up. */
export function DemoNote() {
  const { t } = useTranslation("bets");
  return (
    <div className="demo-note">
      <span className="tag brass">{t("demo.tag")}</span>
      <span className="grow">{t("demo.note")}</span>
      <Link className="btn outline s" to="?signup">
        {t("demo.sign_up")}
      </Link>
    </div>
  );
}

/** Informs a player that this is practice, and links back to real play. */
export function PracticeNote() {
  const { t } = useTranslation("bets");
  return (
    <div className="demo-note">
      <span className="tag brass">{t("practice.tag")}</span>
      <span className="grow">{t("practice.note")}</span>
      <Link className="btn outline s" to={{ search: "" }} replace>
        {t("practice.leave")}
      </Link>
    </div>
  );
}
