import { use, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { PasswordInput } from "#kit/ui/input.tsx";
import { notify } from "#kit/web/notify.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { setPassword as setFirstPassword, updatePassword } from "#modules/accounts/shared/restore-contract.ts";
import { listSessions } from "#modules/accounts/shared/sessions-contract.ts";
import { NewPassword } from "../new-password.tsx";
import { useFetchUser } from "../use-arrival.ts";
import { ProofContext } from "./proof-context.ts";
import "../auth.css";
import "./access.css";

/** The password of the account: changed with the old one, or set for the first time. */
export function PasswordSection({ user }: { user: ProfileUser }) {
  const { t } = useTranslation("accounts");
  const [open, setOpen] = useState(false);
  const has = user.is_password_exists;
  return (
    <section className="card access">
      <h2 className="display">{t("auth.password")}</h2>
      <p className="muted sm">{t(has ? "access.password_set" : "access.password_unset")}</p>
      {open ? (
        <PasswordForm has={has} onDone={() => setOpen(false)} />
      ) : (
        <div className="acts">
          <Button onClick={() => setOpen(true)}>{t(has ? "access.change_password" : "access.set_password")}</Button>
        </div>
      )}
    </section>
  );
}

function PasswordForm({ has, onDone }: { has: boolean; onDone: () => void }) {
  const { t } = useTranslation("accounts");
  const { call, invalidate } = useRouteCache();
  const fetchUser = useFetchUser();
  const proven = use(ProofContext);
  const [old, setOld] = useState("");
  const send = async (chosen: { password: string; password_confirm: string }) => {
    const { password, password_confirm } = chosen;
    await proven(() =>
      has
        ? call(updatePassword, { body: { old_password: old, ...chosen } })
        : call(setFirstPassword, { body: { password, confirm_password: password_confirm } }),
    );
    await fetchUser();
    // The server has ended the others.
    void invalidate(listSessions);
    onDone();
    notify({ kind: "info", lines: [t("access.password_changed")] });
  };
  const oldField = (errors: Readonly<Record<string, string>>) => (
    <PasswordInput
      label={t("password.old")}
      name="old_password"
      autoComplete="current-password"
      value={old}
      error={errors.old_password}
      show={t("auth.show")}
      hide={t("auth.hide")}
      onChange={event => setOld(event.target.value)}
    />
  );
  return (
    <NewPassword
      quiet
      {...(has && { before: oldField })}
      button={t("password.save")}
      onChosen={send}
      aside={
        <Button variant="ghost" onClick={onDone}>
          {t("auth.back")}
        </Button>
      }
    />
  );
}
