import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { currencyCodes } from "#kit/money/currency.ts";
import { Button } from "#kit/ui/button.tsx";
import { FieldError, Input } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { applyAsPartner, getPartner } from "../shared/contract.ts";

/** The application: a code for links, the site, how the partner advertises, the currency of commission. */
export function ApplyForm() {
  const { t } = useTranslation("partners");
  const { mutate } = useMutation(applyAsPartner, { invalidates: [getPartner] });
  const { busy, errors, submit } = useSubmit("partners", { perField: true });
  const [query] = useSearchParams();
  const invitedBy = query.get("invited_by") ?? "";
  const [given, setGiven] = useState({ code: "", site: "", about: "", currency: "EUR", invited_by: invitedBy });
  const set = (name: keyof typeof given) => (event: { target: { value: string } }) =>
    setGiven({ ...given, [name]: event.target.value });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { invited_by: inviter, ...own } = given;
    const body = inviter === "" ? own : { ...own, invited_by: inviter };
    void submit(async () => void (await mutate({ body })));
  };
  return (
    <form className="partners-form" onSubmit={onSubmit}>
      <Input
        label={t("apply.code")}
        hint={t("apply.code_hint")}
        value={given.code}
        onChange={set("code")}
        error={errors.code}
        required
        maxLength={32}
        autoCapitalize="off"
        spellCheck={false}
      />
      <Input
        label={t("apply.site")}
        value={given.site}
        onChange={set("site")}
        error={errors.site}
        required
        maxLength={200}
        inputMode="url"
      />
      <label className="field">
        <span className="field-label">{t("apply.about")}</span>
        <textarea value={given.about} onChange={set("about")} required minLength={10} maxLength={500} rows={3} />
        <FieldError text={errors.about} />
      </label>
      <label className="field">
        <span className="field-label">{t("apply.currency")}</span>
        <select value={given.currency} onChange={set("currency")}>
          {currencyCodes.map(code => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </label>
      <Input
        label={t("apply.invited_by")}
        hint={t("apply.invited_by_hint")}
        value={given.invited_by}
        onChange={set("invited_by")}
        error={errors.invited_by}
        maxLength={32}
        autoCapitalize="off"
        spellCheck={false}
      />
      <Button type="submit" variant="brass" wide busy={busy}>
        {t("apply.send")}
      </Button>
    </form>
  );
}
