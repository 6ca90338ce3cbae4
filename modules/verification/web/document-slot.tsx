import { CircleCheck, Upload } from "lucide-react";
import { useId } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { addDocument, type DocumentKind, getVerification, type VerificationView } from "../shared/contract.ts";
import { fileTypes, largestFile } from "../shared/file-type.ts";
import { base64Of } from "./base64.ts";

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
  const { busy, errors, submit } = useSubmit("verification");
  const put = (file: File) =>
    submit(async () => {
      if (file.size > largestFile) {
        notify({ kind: "error", lines: [t("validation.document_too_large")] });
        return;
      }
      const content = base64Of(new Uint8Array(await file.arrayBuffer()));
      await mutate({ body: { kind, content } });
    });
  return (
    <div className="doc-slot" aria-busy={busy}>
      <label htmlFor={id}>
        <Icon of={document ? CircleCheck : Upload} size={20} />
        <span className="grow">
          <b>{t(`kinds.${kind}`)}</b>
          <small>
            {document
              ? t("slot.given", { size: Math.ceil(document.size / 1024) })
              : t(needed ? "slot.needed" : "slot.free")}
          </small>
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
      <FieldError text={errors.content} />
    </div>
  );
}
