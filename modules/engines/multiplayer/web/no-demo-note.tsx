import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";

/** Explains to a guest why a multiplayer game has no demo play, and links to games that do. */
export function NoDemoNote({ to }: { to: string }) {
  const { t } = useTranslation("bets");
  const href = useHref();
  return (
    <div className="demo-note">
      <span className="grow">{t("demo.none")}</span>
      <Link className="btn outline s" to={href(to)}>
        {t("demo.elsewhere")}
      </Link>
    </div>
  );
}
