import { useId } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import {
  type ConsentKind,
  type ConsentView,
  getOfferConsents,
  offerChannels,
  putOfferConsent,
} from "../shared/offers.ts";

/** The channels by which the player allows offers, the rules for them, and what they chose before. */
export function OffersSection() {
  const { t } = useTranslation("notifications");
  const { data, isError: failed, refetch } = useQuery(getOfferConsents, {});
  return (
    <section className="card inbox offers">
      <h2 className="display">{t("offers.title")}</h2>
      <p className="muted sm">{t("offers.about")}</p>
      {failed && (
        <p role="alert">
          {t("offers.failed")} <Button onClick={() => void refetch()}>{t("again")}</Button>
        </p>
      )}
      {!data && !failed && <Skeleton height={150} />}
      {data && (
        <>
          {offerChannels.map(channel => (
            <Choice key={channel} channel={channel} granted={data[channel]} />
          ))}
          <p className="muted sm">{t("offers.rules")}</p>
          <h3 className="display">{t("offers.measurement_title")}</h3>
          <Choice channel="measurement" granted={data.measurement} />
          <History changes={data.history} />
        </>
      )}
    </section>
  );
}

function Choice({ channel, granted }: { channel: ConsentKind; granted: boolean }) {
  const { t } = useTranslation("notifications");
  const { mutate } = useMutation(putOfferConsent, replaces(getOfferConsents));
  const { busy, submit } = useSubmit("notifications");
  const id = useId();
  return (
    <div className="row spread offer-choice">
      <div id={id}>
        <b>{t(`offers.${channel}`)}</b>
        <p className="muted sm">{t(`offers.consent.${channel}`)}</p>
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={granted}
        aria-labelledby={id}
        disabled={busy}
        onClick={() => void submit(async () => void (await mutate({ body: { channel, granted: !granted } })))}
      />
    </div>
  );
}

function History({ changes }: { changes: readonly ConsentView[] }) {
  const { t } = useTranslation("notifications");
  const { moment } = useDates();
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{t("offers.history")}</summary>
      <ul className="offer-history">
        {changes.map(({ channel, granted, text, by, at }) => (
          <li key={`${channel} ${at}`}>
            <span>
              <b>{t(granted ? "offers.on" : "offers.off")}</b>, {t(`offers.by.${by}`)}: <q>{text}</q>
            </span>
            <time className="muted xs" dateTime={at}>
              {moment(at)}
            </time>
          </li>
        ))}
      </ul>
    </details>
  );
}
