import { SlidersHorizontal } from "lucide-react";
import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useSiteSettings } from "#kit/web/site-settings.ts";
import { useTranslation } from "#kit/web/texts.tsx";

/** The footer of every page, with links to player protection. */
export function PageFoot() {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const locale = useLocale();
  const { tgChannelUrl, revshareUrl } = useSiteSettings();
  return (
    <footer>
      <div className="responsible-gaming">
        <span className="age">18+</span>
        <span className="grow">{t("frame.responsible")}</span>
        <Link className={buttonClass({ variant: "outline", size: "s" })} to={href("/profile/limits")}>
          <Icon of={SlidersHorizontal} size={16} />
          {t("frame.limits")}
        </Link>
      </div>
      <div className="pagefoot">
        <Link to={href("/verify")}>{t("menu.verify")}</Link>
        <Link to={href("/returns")}>{t("menu.returns")}</Link>
        <Link to={href("/faq")}>{t("menu.faq")}</Link>
        <Link to={href(`/policy/${locale}/user-agreement`)}>{t("menu.agreement")}</Link>
        <Link to={href(`/policy/${locale}/confidential`)}>{t("menu.privacy")}</Link>
        <Link to={href("/licences")}>{t("menu.licences")}</Link>
        {tgChannelUrl && (
          <a href={tgChannelUrl} target="_blank" rel="noreferrer">
            {t("menu.telegram")}
          </a>
        )}
        {revshareUrl && (
          <a href={revshareUrl} target="_blank" rel="noreferrer">
            {t("menu.partners")}
          </a>
        )}
      </div>
    </footer>
  );
}
