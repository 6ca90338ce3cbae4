import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getVerification, giveIdentity, type VerificationView } from "../shared/contract.ts";

/** The first level: name and date of birth. Stated once; a corrected date goes to review. */
export function IdentityForm({ view }: { view: VerificationView }) {
  const { t } = useTranslation("verification");
  // A refused statement is stored all the same, and changes what is required.
  const { mutate } = useMutation(giveIdentity, { invalidates: [getVerification] });
  const { busy, errors, submit } = useSubmit("verification");
  const [first_name, setFirst] = useState("");
  const [last_name, setLast] = useState("");
  const [birth_date, setBirth] = useState("");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => void (await mutate({ body: { first_name, last_name, birth_date } })));
  };
  return (
    <form className="col gap-4" onSubmit={onSubmit} noValidate>
      {view.birth_date === "minor" ? (
        <p className="note warn">{t("identity.minor")}</p>
      ) : (
        <p className="muted sm">{t("identity.why")}</p>
      )}
      <Input
        label={t("identity.first_name")}
        autoComplete="given-name"
        value={first_name}
        error={errors.first_name}
        onChange={event => setFirst(event.target.value)}
      />
      <Input
        label={t("identity.last_name")}
        autoComplete="family-name"
        value={last_name}
        error={errors.last_name}
        onChange={event => setLast(event.target.value)}
      />
      <Input
        label={t("identity.birth_date")}
        type="date"
        autoComplete="bday"
        value={birth_date}
        error={errors.birth_date}
        onChange={event => setBirth(event.target.value)}
      />
      <Button type="submit" variant="secondary" busy={busy}>
        {t("identity.save")}
      </Button>
    </form>
  );
}
