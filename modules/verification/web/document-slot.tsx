import { CircleCheck, Upload } from "lucide-react";
import { useId, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showShare } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { contentOf, prepareFile } from "#kit/web/read-file.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { addDocument, type DocumentKind, getVerification, type VerificationView } from "../shared/contract.ts";
import { fileTypes, largestFile } from "../shared/file-type.ts";

interface SlotProps {
  readonly kind: DocumentKind;
  readonly needed: boolean;
  readonly document: VerificationView["documents"][number] | null;
}

/** One document: its current file, and the button to replace it. */
export function DocumentSlot({ kind, needed, document }: SlotProps) {
  const { t } = useTranslation("verification");
  // With concurrent uploads, no single response need have all of them.
  const { mutate } = useMutation(addDocument, { invalidates: [getVerification] });
  const id = useId();
  const language = languageOf(useLocale());
  const { busy, errors, submit } = useSubmit("verification");
  /** Why the file is not sent. */
  const [why, setWhy] = useState<"document_too_large" | "document_invalid" | null>(null);
  /** Upload progress from 0 to 1; null while nothing is being uploaded. */
  const [share, setShare] = useState<number | null>(null);
  const put = (file: File) =>
    submit(async () => {
      setWhy(null);
      const read = await readDocument(file);
      if (read.why) return setWhy(read.why);
      setShare(0);
      await mutate({ body: { kind, content: read.content } }, { onProgress: setShare }).finally(() => setShare(null));
    });
  const given = document
    ? t("slot.given", { size: Math.ceil(document.size / 1024) })
    : t(needed ? "slot.needed" : "slot.free");
  return (
    <div className="doc-slot" aria-busy={busy}>
      <label htmlFor={id}>
        <Icon of={document ? CircleCheck : Upload} size={20} />
        <span className="grow">
          <b>{t(`kinds.${kind}`)}</b>
          <small>{share === null ? given : t("slot.sending", { share: showShare(share, language) })}</small>
        </span>
        <span className="muted sm">{t(document ? "slot.replace" : "slot.choose")}</span>
      </label>
      <input
        id={id}
        className="sr-only"
        type="file"
        accept={fileTypes.join()}
        disabled={busy}
        onChange={event => {
          const file = event.target.files?.[0];
          if (file) void put(file);
          event.target.value = "";
        }}
      />
      <FieldError text={why === null ? errors.content : t(`validation.${why}`)} />
    </div>
  );
}

/** What is sent of a file: a photo that is too large is made smaller, as cameras of phones take larger ones. */
async function readDocument(
  file: File,
): Promise<{ content: string; why?: never } | { why: "document_too_large" | "document_invalid" }> {
  const sent = file.size > largestFile ? await prepareFile(file, largestFile) : file;
  if (sent.size > largestFile) return { why: "document_too_large" };
  try {
    return { content: await contentOf(sent) };
  } catch {
    // The file is gone, or on a disk that cannot be reached.
    return { why: "document_invalid" };
  }
}
