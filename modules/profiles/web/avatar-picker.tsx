import { ImageUp } from "lucide-react";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { chooseAvatar, type Identity, uploadAvatar } from "../shared/contract.ts";
import { type DrawnAvatar, drawnAvatars } from "../shared/drawn-avatars.ts";
import { largestUpload, uploadTypes } from "../shared/upload-rules.ts";
import { useShowIdentity } from "./use-identity.ts";

interface AvatarPickerProps {
  readonly identity: Identity;
}

/** The drawn pictures and the seal, and an upload. */
export function AvatarPicker({ identity }: AvatarPickerProps) {
  const { t } = useTranslation("profiles");
  const { mutate } = useMutation(chooseAvatar, { onSuccess: useShowIdentity() });
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, submit } = useSubmit("profiles");
  const { avatar, seal } = identity;
  const picked = chosen ?? avatar;
  const isUpload = avatar !== seal && !isDrawn(avatar);
  const save = () =>
    submit(async () => {
      await mutate({ body: { avatar: isDrawn(picked) ? picked : null } });
      setChosen(null);
      notify({ kind: "info", lines: [t("avatar.saved")] });
    });
  const choice = (key: string, name: string): ReactNode => (
    <label key={key} className="avatar-choice" title={name}>
      <input type="radio" name="avatar" checked={picked === key} onChange={() => setChosen(key)} />
      <PlayerAvatar of={key} size={48} />
      <span className="sr-only">{name}</span>
    </label>
  );
  const withdraws = picked !== avatar && (isUpload || identity.upload?.state === "in_review");
  return (
    <section className="col gap-3" aria-labelledby="own-avatar">
      <h3 id="own-avatar">{t("avatar.title")}</h3>
      <fieldset className="avatar-choices">
        <legend className="sr-only">{t("avatar.title")}</legend>
        {isUpload && choice(avatar, t("avatar.own"))}
        {choice(seal, t("avatar.seal"))}
        {drawnAvatars.map(key => choice(key, t(`drawn.${key}`)))}
      </fieldset>
      {withdraws && <p className="muted sm">{t("avatar.withdraws")}</p>}
      {picked !== avatar && (
        <div className="row">
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {t("avatar.save")}
          </Button>
          <Button variant="ghost" onClick={() => setChosen(null)}>
            {t("avatar.back")}
          </Button>
        </div>
      )}
      <Upload identity={identity} />
    </section>
  );
}

function isDrawn(key: string): key is DrawnAvatar {
  return (drawnAvatars as readonly string[]).includes(key);
}

function Upload({ identity: { upload } }: AvatarPickerProps) {
  const { t } = useTranslation("profiles");
  const { mutate } = useMutation(uploadAvatar, { onSuccess: useShowIdentity() });
  const { busy, errors, submit } = useSubmit("profiles");
  const [tooLarge, setTooLarge] = useState(false);
  const send = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const file = target.files?.[0];
    if (!file) return;
    setTooLarge(file.size > largestUpload);
    if (file.size > largestUpload) {
      target.value = "";
      return;
    }
    void submit(async () => {
      await mutate({ body: { type: file.type, content: await base64Of(file) } });
      notify({ kind: "info", lines: [t("avatar.sent")] });
    }).finally(() => {
      target.value = "";
    });
  };
  return (
    <div className="col gap-3">
      <div className="avatar-upload" role="status">
        {upload?.state === "in_review" && upload.image !== null && (
          <>
            <img className="avatar" src={`data:image/webp;base64,${upload.image}`} alt="" />
            <p className="muted sm">{t("avatar.in_review")}</p>
          </>
        )}
        {upload?.state === "rejected" && (
          <p className="note warn">{t("avatar.rejected", { why: t(`why.${upload.why ?? "other"}`) })}</p>
        )}
      </div>
      <div className="row">
        <label className={busy ? "btn outline busy avatar-file" : "btn outline avatar-file"}>
          <input type="file" className="sr-only" accept={uploadTypes.join(",")} disabled={busy} onChange={send} />
          <Icon of={ImageUp} size={17} />
          {t(busy ? "avatar.sending" : "avatar.upload")}
        </label>
      </div>
      <FieldError text={tooLarge ? t("validation.avatar_too_large") : errors.content} />
      <p className="muted xs">{t("avatar.rules")}</p>
    </div>
  );
}

/** A file's contents in base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("the file could not be read"));
    reader.readAsDataURL(file);
  });
}
