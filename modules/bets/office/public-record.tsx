import { useTranslation } from "#kit/web/texts.tsx";

/** Links to the site's page on which anybody can verify a bet or a round. */
export function PublicRecord({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const site = `${location.protocol}//${location.host.replace(/^office\./, "")}`;
  return (
    <a
      className="link"
      href={`${site}/verify/${id}`}
      target="_blank"
      rel="noreferrer"
      aria-label={t("play.verify_id", { id })}
    >
      {t("play.verify")}
    </a>
  );
}
