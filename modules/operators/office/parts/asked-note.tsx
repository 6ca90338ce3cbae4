import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";

/** Says, also to screen readers, that a change waits for another operator, with a link to its request. Empty without one. */
export function AskedNote({ request }: { readonly request: string | undefined }) {
  const { t } = useTranslation("office");
  return (
    <div role="status">
      {request !== undefined && (
        <p className="note">
          {t("approvals.asked")}{" "}
          <Link className="link" to={`/approvals/${request}`}>
            {t("approvals.what")}
          </Link>
        </p>
      )}
    </div>
  );
}
