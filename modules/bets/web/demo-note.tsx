import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";

/** Says that this is play for nothing, and shows the way in. */
export function DemoNote() {
  const { t } = useTranslation("bets");
  return (
    <div className="demo-note">
      <span className="tag br">{t("demo.tag")}</span>
      <span className="f1">{t("demo.note")}</span>
      <Link className="btn out s" to="?signup">
        {t("demo.sign_up")}
      </Link>
    </div>
  );
}

/** Says to a player that this is practice, and shows the way back to their money. */
export function PracticeNote() {
  const { t } = useTranslation("bets");
  return (
    <div className="demo-note">
      <span className="tag br">{t("practice.tag")}</span>
      <span className="f1">{t("practice.note")}</span>
      <Link className="btn out s" to={{ search: "" }} replace>
        {t("practice.leave")}
      </Link>
    </div>
  );
}
