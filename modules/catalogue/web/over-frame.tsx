import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { LateModal } from "#kit/ui/late-modal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { OpenedPage } from "./frame/frame-state.ts";

const paths = {
  limits: () => "/profile/limits",
  history: () => "/profile/history",
  verify: (round: string | undefined) => (round ? `/verify/${round}` : "/verify"),
};

/** The way to a page of the site from within a game: it opens in a tab of its own, and the game stays where it is. */
export function OverFrame({ opened, onClose }: { opened: OpenedPage; onClose(): void }) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  const { what, round } = opened;
  return (
    <LateModal title={t(`over.${what}`)} closeText={t("close")} onClose={onClose}>
      <p className="muted">{t("over.text")}</p>
      <div className="row wrap cat-over">
        <Link
          className={buttonClass({ variant: "secondary", size: "l", className: "grow" })}
          to={href(paths[what](round))}
          target="_blank"
          rel="noopener"
          onClick={onClose}
        >
          {t("over.open")}
        </Link>
        <button
          type="button"
          className={buttonClass({ variant: "secondary", size: "l", className: "grow" })}
          onClick={onClose}
        >
          {t("over.back")}
        </button>
      </div>
    </LateModal>
  );
}
