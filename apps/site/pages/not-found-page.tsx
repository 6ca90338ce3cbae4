import { data, Link, type LoaderFunctionArgs, useLocation } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** An unknown address, with status 404. */
export function loader({ request }: LoaderFunctionArgs) {
  throw data({ path: new URL(request.url).pathname }, 404);
}

export default function NotFoundPage() {
  return <NotFound />;
}

/** The picture of a 404, also for the layout's boundary. */
export function NotFound() {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const { pathname } = useLocation();
  return (
    <div className="empty">
      <PageHead title={t("not_found.title")} noIndex />
      <Seal of={pathname} size={150} points={220} />
      <h1>{t("not_found.title")}</h1>
      <p>{t("not_found.text", { path: pathname })}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={href("/")}>
        {t("not_found.action")}
      </Link>
    </div>
  );
}
