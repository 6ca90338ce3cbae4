import { File as FileIcon, FileWarning, Image as ImageIcon, Maximize2 } from "lucide-react";
import { useState } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { fileAddress } from "#kit/web/file-address.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { isImage, shownSize } from "../shared/attachment.ts";
import type { AttachmentView } from "../shared/contract.ts";
import { openOfficeFile } from "./contract.ts";

/** A file of a conversation: opened by a press, which is an entry of the audit log; a picture is shown below its name. */
export function OfficeFile({ file: { id, name, type, size, state } }: { file: AttachmentView }) {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  const [picture, setPicture] = useState<string>();
  const isGone = state === "bad" || state === "waiting";
  const { unit, n } = shownSize(size, pageLanguage());
  const open = () =>
    send(async () => {
      const { data } = await call(openOfficeFile, { params: { id } });
      const address = fileAddress(data.path);
      if (isImage(type)) setPicture(address);
      else location.assign(address);
    });
  const label = (
    <>
      <Icon of={state === "bad" ? FileWarning : isImage(type) ? ImageIcon : FileIcon} size={18} />
      <span className="grow">
        <b>{name}</b>
        <small>
          {t(`support.files.${unit}`, { n })}, {t(`support.files.${state}`)}
        </small>
      </span>
    </>
  );
  return (
    <>
      {isGone ? (
        <span className={state === "bad" ? "inbox-file bad" : "inbox-file"}>{label}</span>
      ) : (
        <button
          type="button"
          className="inbox-file"
          disabled={busy}
          aria-label={t("support.files.open", { name })}
          onClick={() => void open()}
        >
          {label}
          <Icon of={Maximize2} size={15} />
        </button>
      )}
      {picture && <img className="inbox-picture" src={picture} alt={name} />}
      <Refused why={error} />
    </>
  );
}
