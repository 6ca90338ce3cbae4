import { File as FileIcon, FileWarning, X } from "lucide-react";
import { languageOf } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { shownSize } from "../shared/attachment.ts";
import type { Files } from "./use-files.ts";

/** Files that are sent with the next message, with what of each has been sent. */
export function ChosenFiles({ files: { chosen, remove } }: { files: Files }) {
  const { t } = useTranslation("support");
  const language = languageOf(useLocale());
  const sizeText = ({ unit, n }: ReturnType<typeof shownSize>) => t(`files.${unit}`, { n });
  if (chosen.length === 0) return null;
  return (
    <ul className="chat-files" aria-label={t("files.chosen")}>
      {chosen.map(({ key, file, share, isTooLarge }) => (
        <li key={key} className={isTooLarge ? "bad" : undefined}>
          <Icon of={isTooLarge ? FileWarning : FileIcon} size={18} />
          <span className="grow">
            <b className="ellipsis">{file.name}</b>
            <small>{isTooLarge ? t("files.too_large") : sizeText(shownSize(file.size, language))}</small>
            {share !== null && <progress value={share} aria-label={t("files.sending", { name: file.name })} />}
          </span>
          {share === null && (
            <button
              type="button"
              className="iconbtn s"
              aria-label={t("files.remove", { name: file.name })}
              onClick={() => remove(key)}
            >
              <Icon of={X} size={16} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
