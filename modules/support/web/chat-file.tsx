import { Download, File as FileIcon, FileWarning } from "lucide-react";
import { useEffect, useState } from "react";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { fileAddress } from "#kit/web/file-address.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { isImage, shownSize } from "../shared/attachment.ts";
import { type AttachmentView, linkFile } from "../shared/contract.ts";

/** A file in the conversation: a picture is shown, anything else is downloaded. */
export function ChatFile({ file }: { file: AttachmentView }) {
  const language = languageOf(useLocale());
  if (file.state === "waiting" || file.state === "bad") return <WithoutContent file={file} />;
  return isImage(file.type) ? <Picture file={file} /> : <OtherFile file={file} language={language} />;
}

/** What is scanned, or was deleted after the scan. */
function WithoutContent({ file: { name, state } }: { file: AttachmentView }) {
  const { t } = useTranslation("support");
  return (
    <span className={state === "bad" ? "chat-file bad" : "chat-file"}>
      <Icon of={state === "bad" ? FileWarning : FileIcon} size={20} />
      <span>
        <b>{name}</b>
        <small>{t(`files.${state === "bad" ? "bad" : "waiting"}`)}</small>
      </span>
    </span>
  );
}

/** A link works once, so each showing asks for one. */
function Picture({ file: { id, name, width, height } }: { file: AttachmentView }) {
  const { t } = useTranslation("support");
  const { mutate } = useMutation(linkFile);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isHere = true;
    mutate({ params: { id } }).then(
      ({ path }) => isHere && setAddress(fileAddress(path)),
      // Its name remains.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [id, mutate]);
  return (
    <span className="chat-picture" style={{ aspectRatio: `${width ?? 4} / ${height ?? 3}` }}>
      {address && <img src={address} alt={t("files.picture", { name })} />}
    </span>
  );
}

function OtherFile({ file: { id, name, size }, language }: { file: AttachmentView; language: Language }) {
  const { t } = useTranslation("support");
  const { mutate } = useMutation(linkFile);
  const { busy, submit } = useSubmit("support");
  const { unit, n } = shownSize(size, language);
  const open = () => submit(async () => location.assign(fileAddress((await mutate({ params: { id } })).path)));
  return (
    <button
      type="button"
      className="chat-file"
      disabled={busy}
      aria-label={t("files.download", { name })}
      onClick={() => void open()}
    >
      <Icon of={FileIcon} size={20} />
      <span>
        <b>{name}</b>
        <small>{t(`files.${unit}`, { n })}</small>
      </span>
      <Icon of={Download} size={16} />
    </button>
  );
}
