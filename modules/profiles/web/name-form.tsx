import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { chooseName, type Identity } from "../shared/contract.ts";
import { nameLength } from "../shared/name-rules.ts";
import { useShowIdentity } from "./use-identity.ts";
import { type NameCheck, useNameCheck } from "./use-name-check.ts";

interface NameFormProps {
  readonly identity: Identity;
}

/** The player's name: the current one, its review state, and a field for a new one when a change is allowed. */
export function NameForm({ identity }: NameFormProps) {
  const { t } = useTranslation("profiles");
  const { day } = useDates();
  const { rejected_name, next_change_at } = identity;
  return (
    <section className="col gap-3" aria-labelledby="own-name">
      <h3 id="own-name">{t("name.title")}</h3>
      {rejected_name && (
        <p className="note warn">
          {t("name.rejected", { name: rejected_name.name, why: t(`why.${rejected_name.why}`) })}
        </p>
      )}
      {identity.name_state === "in_review" && <p className="muted sm">{t("name.in_review")}</p>}
      {next_change_at === null ? (
        <ChooseName identity={identity} />
      ) : (
        <p className="muted sm">{t("name.next", { date: day(next_change_at) })}</p>
      )}
    </section>
  );
}

function ChooseName({ identity }: NameFormProps) {
  const { t } = useTranslation("profiles");
  const { mutate } = useMutation(chooseName, { onSuccess: useShowIdentity() });
  const [text, setText] = useState("");
  const check = useNameCheck(text, identity.name);
  const { busy, errors, submit } = useSubmit("profiles");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      await mutate({ body: { name: text } });
      notify({ kind: "info", lines: [t("name.saved")] });
    });
  };
  return (
    <form className="col gap-3" onSubmit={onSubmit} noValidate>
      <Input
        label={t("name.label")}
        name="username"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={nameLength.max * 2}
        placeholder={identity.name}
        value={text}
        error={check.kind === "refused" ? undefined : errors.name}
        onChange={event => setText(event.target.value)}
      />
      <CheckLine check={check} name={text} />
      <p className="muted xs">{t("name.rules", nameLength)}</p>
      <div className="row">
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={check.kind === "none" || check.kind === "refused"}
        >
          {t("name.save")}
        </Button>
      </div>
    </form>
  );
}

/** The check result of the name in the field, announced to screen readers. */
function CheckLine({ check, name }: { check: NameCheck; name: string }) {
  const { t } = useTranslation("profiles");
  const id = useId();
  const text =
    check.kind === "refused"
      ? t.in("validation", check.why)
      : check.kind === "none"
        ? ""
        : t(`name.${check.kind}`, { name });
  const picture = { refused: CircleAlert, free: Check, checking: LoaderCircle, none: null, unknown: null }[check.kind];
  return (
    <p id={id} role="status" className={`name-check ${check.kind}`}>
      {picture && <Icon of={picture} size={15} />}
      <span>{text}</span>
    </p>
  );
}
