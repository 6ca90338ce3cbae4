import { useTranslation } from "#kit/web/texts.tsx";

/** How the figures are computed, what counts, and what it never takes. */
export function PackExplained({ games }: { readonly games: readonly string[] }) {
  const { t } = useTranslation("welcome-pack", "lobby");
  const products: Readonly<Record<string, string>> = {
    slots: t("explained.products.slots"),
    tables: t("explained.products.tables"),
  };
  return (
    <div className="wp-explained">
      <section className="card">
        <h2>{t("explained.average")}</h2>
        <p>{t("explained.average_text")}</p>
      </section>
      <section className="card">
        <h2>{t("explained.counts")}</h2>
        <p>{t("explained.counts_text")}</p>
        {games.length > 0 && <p>{games.map(game => products[game] ?? t.in("lobby:games", game)).join(", ")}</p>}
      </section>
      <section className="card">
        <h2>{t("explained.plainly")}</h2>
        <p>{t("explained.plainly_text")}</p>
      </section>
    </div>
  );
}
