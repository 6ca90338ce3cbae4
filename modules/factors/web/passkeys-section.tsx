import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { deviceOf } from "#modules/accounts/shared/device.ts";
import { type PasskeyView, removePasskey } from "#modules/factors/shared/contract.ts";
import { makePasskey } from "./passkey-calls.ts";
import { useFactors, useProven } from "./use-factors.tsx";
import "#modules/accounts/web/access/access.css";
import "./factors.css";

/** The player's passkeys, and adding another one. */
export function PasskeysSection() {
  const { t } = useTranslation("factors");
  const { call } = useRouteCache();
  const { factors, load } = useFactors();
  const { mutate } = useMutation(removePasskey);
  const { change, prompt } = useProven();
  const [naming, setNaming] = useState(false);
  const add = async (name: string) => {
    if (await change(() => makePasskey(call, name))) setNaming(false);
    await load();
  };
  const remove = (id: string) => change(async () => void (await mutate({ params: { id } }))).then(load);
  return (
    <section className="card access">
      <h2 className="display">{t("passkeys.title")}</h2>
      <p className="muted sm">{t("passkeys.note")}</p>
      <ul className="access-list">
        {factors?.passkeys.map(passkey => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey.id)} />
        ))}
      </ul>
      {naming ? (
        <NameForm onName={add} onGiveUp={() => setNaming(false)} />
      ) : (
        <div>
          <Button onClick={() => setNaming(true)}>{t("passkeys.add")}</Button>
        </div>
      )}
      {prompt}
    </section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => Promise<unknown> }) {
  const { t } = useTranslation("factors");
  const { day } = useDates();
  const used = passkey.used_at
    ? t("passkeys.used", { date: day(passkey.used_at) })
    : t("passkeys.made", { date: day(passkey.created_at) });
  return (
    <li>
      <Icon of={KeyRound} />
      <div className="what">
        <b>{passkey.name}</b>
        <span className="muted sm">
          {passkey.host}, {used}
        </span>
      </div>
      <Button size="s" aria-label={t("passkeys.remove_of", { name: passkey.name })} onClick={() => void onRemove()}>
        {t("passkeys.remove")}
      </Button>
    </li>
  );
}

function NameForm({ onName, onGiveUp }: { onName: (name: string) => Promise<void>; onGiveUp: () => void }) {
  const { t } = useTranslation("factors");
  const [name, setName] = useState(guessName);
  const [busy, setBusy] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    setBusy(true);
    void onName(name.trim()).finally(() => setBusy(false));
  };
  return (
    <form className="col gap-3" onSubmit={onSubmit} noValidate>
      <Input label={t("passkeys.name")} maxLength={60} value={name} onChange={event => setName(event.target.value)} />
      <div className="acts">
        <Button type="submit" busy={busy}>
          {t("passkeys.make")}
        </Button>
        <Button variant="ghost" onClick={onGiveUp}>
          {t("totp.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** A default name for this device. */
function guessName(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  return [browser, system].filter(Boolean).join(", ");
}
