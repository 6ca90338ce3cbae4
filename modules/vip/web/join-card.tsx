import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { showDay } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getVipRequest, joinVip, vipRequestTypes } from "../shared/contract.ts";

/** The request to join: for a guest a link to sign in, for a player the form or the state of their request. */
export function JoinCard() {
  const { t } = useTranslation("vip");
  const status = useSession(state => state.status);
  const link = useModalLink();
  return (
    <section className="card vip-join" id="requests" aria-label={t("join.title")}>
      <h2>{t("join.title")}</h2>
      {status === "unknown" && <Skeleton height={150} />}
      {status === "guest" && (
        <>
          <p className="muted">{t("join.guest")}</p>
          <Link className={buttonClass({ variant: "brass", wide: true })} to={link("signup")} preventScrollReset>
            {t("join.register")}
          </Link>
        </>
      )}
      {status === "player" && <OwnRequestPart />}
    </section>
  );
}

function OwnRequestPart() {
  const { t } = useTranslation("vip");
  const language = languageOf(useLocale());
  const { data: request, isPending } = useQuery(getVipRequest, {});
  if (isPending) return <Skeleton height={150} />;
  if (!request) return <JoinForm />;
  const time = showDay(request.created_at, language);
  return (
    <>
      <div className="key-value">
        <span>{t(`types.${request.request_type}`)}</span>
        <b>{t(`statuses.${request.status}`)}</b>
      </div>
      <p className="muted sm">{t("join.sent_on", { time })}</p>
      {request.answer !== null && (
        <blockquote className="vip-answer">
          <span className="muted sm">{t("join.answer")}</span>
          <p>{request.answer}</p>
        </blockquote>
      )}
      {request.status !== "open" && <JoinForm />}
    </>
  );
}

function JoinForm() {
  const { t } = useTranslation("vip");
  const { mutate } = useMutation(joinVip, { invalidates: [getVipRequest] });
  const [type, setType] = useState<(typeof vipRequestTypes)[number]>("membership");
  const { busy, submit } = useSubmit("vip");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      await mutate({ body: { request_type: type } });
      notify({ kind: "info", lines: [t("join.sent")] });
    });
  };
  return (
    <form className="col" onSubmit={onSubmit}>
      <fieldset className="col">
        <legend className="muted sm">{t("join.what")}</legend>
        {vipRequestTypes.map(each => (
          <label key={each} className="vip-choice">
            <input type="radio" name="request_type" checked={type === each} onChange={() => setType(each)} />
            <span>{t(`types.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="brass" wide busy={busy}>
        {t("join.send")}
      </Button>
    </form>
  );
}
