import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getPostbacks, setPostback } from "../shared/contract.ts";
import { macros, type PostbackEvent, postbackEvents } from "../shared/postback.ts";

/** Addresses that events are sent to, and the last deliveries. */
export function PostbacksCard() {
  const { t } = useTranslation("partners");
  const { data: known } = useQuery(getPostbacks, {});
  const dates = useDates();
  if (!known) return null;
  return (
    <section className="card box" aria-label={t("postbacks.title")}>
      <h2>{t("postbacks.title")}</h2>
      <p className="muted sm">{t("postbacks.how", { macros: macros.map(name => `{${name}}`).join(" ") })}</p>
      {postbackEvents.map(event => (
        <PostbackForm
          key={event}
          event={event}
          url={known.postbacks.find(each => each.event === event)?.url ?? ""}
          name={t(`postbacks.${event}`)}
        />
      ))}
      <p className="row sm">
        <span className="muted">{t("postbacks.key")}</span>
        <code className="ellipsis">{known.secret.slice(0, 12)}…</code>
        <CopyButton value={known.secret} text={t("postbacks.copy")} done={t("links.copied")} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="partners-scroll" tabIndex={0} aria-label={t("postbacks.log")}>
        {known.log.length === 0 ? (
          <p className="muted sm">{t("postbacks.empty")}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{t("postbacks.time")}</th>
                <th scope="col">{t("postbacks.event")}</th>
                <th scope="col">{t("postbacks.state")}</th>
                <th scope="col" className="r">
                  {t("postbacks.tries")}
                </th>
                <th scope="col">{t("postbacks.outcome")}</th>
              </tr>
            </thead>
            <tbody>
              {known.log.map(each => (
                <tr key={each.event_id}>
                  <td>{dates.moment(each.happened_at)}</td>
                  <td>{t(`postbacks.${each.event}`)}</td>
                  <td>{t(`postbacks.${each.state}`)}</td>
                  <td className="r num">{each.tries}</td>
                  <td>
                    <code>{each.outcome ?? "–"}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </section>
  );
}

function PostbackForm({ event, url, name }: { event: PostbackEvent; url: string; name: string }) {
  const { t } = useTranslation("partners");
  const { mutate } = useMutation(setPostback, { invalidates: [getPostbacks] });
  const { busy, errors, submit } = useSubmit("partners", { perField: true });
  const [given, setGiven] = useState(url);
  const onSubmit = (form: FormEvent) => {
    form.preventDefault();
    void submit(async () => void (await mutate({ body: { event, url: given.trim() === "" ? null : given.trim() } })));
  };
  return (
    <form className="partners-form in-row" onSubmit={onSubmit}>
      <Input
        label={name}
        value={given}
        onChange={typed => setGiven(typed.target.value)}
        error={errors.url}
        maxLength={1000}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="off"
      />
      <Button type="submit" busy={busy} disabled={given.trim() === url}>
        {t("postbacks.save")}
      </Button>
    </form>
  );
}
