import { lazy, Suspense, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { removeTotp, renewRecoveryCodes, startTotp } from "#modules/factors/shared/contract.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useFactors, useProven } from "./use-factors.tsx";
import "#modules/accounts/web/access/access.css";
import "./factors.css";

const SetUp = lazy(() => import("./set-up-totp.tsx"));

/** Codes of an app: switching on and off, and the recovery codes. */
export function TwoFactorSection() {
  const { t } = useTranslation("factors");
  const starting = useMutation(startTotp);
  const renewing = useMutation(renewRecoveryCodes);
  const removing = useMutation(removeTotp);
  const { factors, failed, load } = useFactors();
  const { change, prompt } = useProven();
  const [offer, setOffer] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const start = () => change(async () => setOffer(await starting.mutate({})));
  const renew = () => change(async () => setCodes((await renewing.mutate({})).recovery_codes));
  const remove = async () => {
    if (await change(async () => void (await removing.mutate({})))) setCodes(null);
    await load();
  };
  return (
    <section className="card access">
      <div className="row spread">
        <h2 className="display">{t("totp.title")}</h2>
        {factors && (
          <span className={factors.totp ? "tag signal" : "tag"}>{t(factors.totp ? "totp.on" : "totp.off")}</span>
        )}
      </div>
      <p className="muted sm">{t("totp.note")}</p>
      {failed && <p role="alert">{t("failed")}</p>}
      {!factors && !failed && <Skeleton height={46} />}
      {factors && !factors.totp && !offer && (
        <div>
          <Button onClick={() => void start()}>{t("totp.switch_on")}</Button>
        </div>
      )}
      {offer && (
        <Suspense>
          <SetUp
            offer={offer}
            change={change}
            onGiveUp={() => setOffer(null)}
            onOn={made => {
              setOffer(null);
              setCodes(made);
              void load();
            }}
          />
        </Suspense>
      )}
      {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
      {factors?.totp && !codes && (
        <>
          <p className="sm">{t("totp.left", { count: factors.recovery_codes_left })}</p>
          <div className="acts">
            <Button onClick={() => void renew().then(load)}>{t("totp.renew")}</Button>
            <Button variant="outline" onClick={() => void remove()}>
              {t("totp.switch_off")}
            </Button>
          </div>
        </>
      )}
      {prompt}
    </section>
  );
}
