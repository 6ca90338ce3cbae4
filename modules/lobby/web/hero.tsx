import sheet from "virtual:art/hero";
import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Wheel } from "#kit/ui/wheel.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";

/** Fairhouse's promise and the primary action. It offers nothing that does not exist. */
export function Hero() {
  const { t } = useTranslation("lobby");
  const link = useModalLink();
  const href = useHref();
  const isOnBreak = useIsOnBreak();
  const guest = useSession(state => state.status === "guest");
  return (
    <div className="scene">
      <img className="band" src={`${sheet}#band`} alt="" width={800} height={318} fetchPriority="high" />
      <Wheel className="wh" ball={27} />
      <div className="tx">
        <span className="tag brass l">{t("home.kicker")}</span>
        <h1>
          {t("home.promise_1")} <em>{t("home.promise_2")}</em>
        </h1>
        <p>{t("home.lead")}</p>
        <div className="row acts">
          {!isOnBreak && (
            <Link
              className={buttonClass({ variant: "primary", size: "l" })}
              to={link(guest ? "signup" : "deposit")}
              preventScrollReset
            >
              {t(guest ? "home.register" : "home.deposit")}
            </Link>
          )}
          {guest ? (
            <Link className={buttonClass({ variant: "outline", size: "l" })} to={href("/games/dice")}>
              {t("home.try_free")}
            </Link>
          ) : (
            <Link className={`${buttonClass({ variant: "ghost" })} only-desktop`} to={href("/verify")}>
              {t("home.how")}
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
