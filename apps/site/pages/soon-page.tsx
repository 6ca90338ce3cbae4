import { Link, useLocation } from "react-router";
import { barePath } from "#kit/i18n/locale.ts";
import type { NameIn } from "#kit/i18n/text-keys.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

export const handle = { texts: ["pages"] };

const keys: Readonly<Record<string, NameIn<"lobby", "menu"> & NameIn<"pages", "soon">>> = {
  "/betting": "betting",
};

/** An unfinished page: its name, one true sentence, one link. It promises no date. */
export default function SoonPage() {
  const { t } = useTranslation("lobby", "pages");
  const href = useHref();
  const path = barePath(useLocation().pathname);
  const game = /^\/games\/([a-z]+)$/.exec(path)?.[1];
  const key = keys[path];
  const name = key ? t(`menu.${key}`) : game ? t.in("games", game) : t("pages:soon.document");
  const text = key ? t(`pages:soon.${key}`) : t("pages:soon.text");
  return (
    <div className="empty">
      <PageHead title={name} description={text} noIndex />
      <Seal of={path} size={150} points={220} />
      <h1>{name}</h1>
      <p>{text}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={href("/games")}>
        {t("pages:soon.action")}
      </Link>
    </div>
  );
}
