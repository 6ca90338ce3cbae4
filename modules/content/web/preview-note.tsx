import { useTranslation } from "#kit/web/texts.tsx";
import type { ShownDocument } from "../shared/contract.ts";

/** Says that a page shows a version that is not published. */
export function PreviewNote({ of }: { readonly of: Pick<ShownDocument, "version" | "published_at"> }) {
  const { t } = useTranslation("content");
  if (of.published_at !== null) return null;
  return (
    <p className="note brass" role="status">
      {t("preview", { version: of.version })}
    </p>
  );
}
