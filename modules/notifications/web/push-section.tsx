import { useEffect, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { notify } from "#kit/web/notify.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { deletePush, getPush, type PushDevice, postPush } from "../shared/push.ts";
import { browserPush, readSubscription, subscribe, unsubscribe } from "./push-browser.ts";
import "#modules/accounts/web/access/access.css";

/** Notices on the screen of this device: turned on, turned off; and the other devices that have them. */
export function PushSection() {
  const { t } = useTranslation("notifications");
  const { data, isError: failed, refetch } = useQuery(getPush, {});
  return (
    <section className="card access">
      <h2 className="display">{t("push.title")}</h2>
      <p className="muted sm">{t("push.about")}</p>
      {failed && (
        <p role="alert">
          {t("push.failed")} <Button onClick={() => void refetch()}>{t("again")}</Button>
        </p>
      )}
      {!data && !failed && <Skeleton height={48} />}
      {data && (
        <>
          <ThisDevice publicKey={data.public_key} known={data.devices.find(({ current }) => current)} />
          <Others devices={data.devices.filter(({ current }) => !current)} />
        </>
      )}
    </section>
  );
}

function ThisDevice({ publicKey, known }: { publicKey: string; known: PushDevice | undefined }) {
  const { t } = useTranslation("notifications");
  const { mutate: add } = useMutation(postPush, replaces(getPush));
  const { mutate: remove } = useMutation(deletePush, replaces(getPush));
  const [state, setState] = useState(browserPush);
  // A subscription that the browser has dropped is useless, even if the server still lists it.
  const [isSubscribed, setSubscribed] = useState<boolean>();
  const { busy, errors, submit } = useSubmit("notifications");
  useEffect(() => {
    readSubscription().then(
      found => setSubscribed(found !== null),
      () => setSubscribed(false),
    );
  }, []);
  if (state !== "possible")
    return <p className="muted">{t(state === "blocked" ? "push.blocked" : "push.unsupported")}</p>;
  const isOn = known !== undefined && isSubscribed === true;
  const turnOn = () =>
    submit(async () => {
      const made = await subscribe(publicKey).catch(() => null);
      setState(browserPush());
      if (made === null) return notify({ kind: "error", lines: [t("push.no_service")] });
      if (!made) return;
      await add({ body: made });
      setSubscribed(true);
      notify({ kind: "info", lines: [t("push.turned_on")] });
    });
  const turnOff = () =>
    submit(async () => {
      if (known) await remove({ params: { id: known.id } });
      await unsubscribe();
      setSubscribed(false);
      notify({ kind: "info", lines: [t("push.turned_off")] });
    });
  return (
    <>
      <p className={isOn ? "bold" : "muted"} role="status">
        {t(isOn ? "push.on" : "push.off")}
      </p>
      {(errors.endpoint ?? errors.keys) && <p role="alert">{errors.endpoint ?? errors.keys}</p>}
      <div className="acts">
        <Button
          busy={busy || isSubscribed === undefined}
          variant={isOn ? "outline" : "primary"}
          onClick={isOn ? turnOff : turnOn}
        >
          {t(isOn ? "push.turn_off" : "push.turn_on")}
        </Button>
      </div>
    </>
  );
}

function Others({ devices }: { devices: readonly PushDevice[] }) {
  const { t } = useTranslation("notifications");
  const { mutate: remove } = useMutation(deletePush, replaces(getPush));
  const { busy, submit } = useSubmit("notifications");
  const dates = useDates();
  if (devices.length === 0) return null;
  return (
    <>
      <h3>{t("push.others")}</h3>
      <ul className="access-list">
        {devices.map(({ id, name, created_at }) => (
          <li key={id}>
            <div className="what">
              <b>{name || t("push.unknown")}</b>
              <span className="muted sm">{t("push.since", { date: dates.day(created_at) })}</span>
            </div>
            <Button
              size="s"
              busy={busy}
              aria-label={t("push.remove_of", { device: name || t("push.unknown") })}
              onClick={() => submit(async () => void (await remove({ params: { id } })))}
            >
              {t("push.remove")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
