import { useRouteError } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";

/** Shown when a page cannot be rendered, for example after a new release: a reload fetches the new one. */
export function ErrorPage() {
  const { t } = useTranslation("office");
  const error = useRouteError();
  return (
    <main className="alone">
      <section className="panel pad" role="alert">
        <h1 className="display">{t("broken.title")}</h1>
        <p className="muted">{error instanceof Error && error.message !== "" ? error.message : t("broken.text")}</p>
        <button type="button" className="btn" onClick={() => location.reload()}>
          {t("broken.again")}
        </button>
      </section>
    </main>
  );
}
