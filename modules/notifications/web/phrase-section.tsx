import { type FormEvent, use, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { notify } from "#kit/web/notify.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { ProofContext } from "#modules/accounts/web/access/proof-context.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getPhrase, putPhrase } from "../shared/contract.ts";
import { phraseLength } from "../shared/phrase.ts";
import "#modules/accounts/web/access/access.css";

/** The phrase by which the player recognises our mails: shown, chosen, removed. */
export function PhraseSection() {
  const { t } = useTranslation("notifications");
  const { data, isError: failed, refetch } = useQuery(getPhrase, {});
  const [open, setOpen] = useState(false);
  return (
    <section className="card access">
      <h2 className="display">{t("phrase.title")}</h2>
      <p className="muted sm">{t("phrase.about")}</p>
      {failed && (
        <p role="alert">
          {t("phrase.failed")} <Button onClick={() => void refetch()}>{t("again")}</Button>
        </p>
      )}
      {!data && !failed && <Skeleton height={48} />}
      {data && !open && (
        <>
          <p className={data.phrase === null ? "muted" : "bold"}>{data.phrase ?? t("phrase.none")}</p>
          <div className="acts">
            <Button onClick={() => setOpen(true)}>{t(data.phrase === null ? "phrase.set" : "phrase.change")}</Button>
          </div>
        </>
      )}
      {data && open && <PhraseForm phrase={data.phrase} onDone={() => setOpen(false)} />}
    </section>
  );
}

function PhraseForm(props: { phrase: string | null; onDone: () => void }) {
  const { t } = useTranslation("notifications");
  const { mutate } = useMutation(putPhrase, replaces(getPhrase));
  const proven = use(ProofContext);
  const [text, setText] = useState(props.phrase ?? "");
  const { busy, errors, submit } = useSubmit("notifications");
  const put = (phrase: string | null) =>
    submit(async () => {
      await proven(() => mutate({ body: { phrase } }));
      notify({ kind: "info", lines: [t(phrase === null ? "phrase.removed" : "phrase.saved")] });
      props.onDone();
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void put(text);
  };
  return (
    <form className="col gap-4" onSubmit={onSubmit} noValidate>
      <Input
        label={t("phrase.label")}
        name="phrase"
        autoComplete="off"
        maxLength={phraseLength.max}
        value={text}
        error={errors.phrase}
        onChange={event => setText(event.target.value)}
      />
      <p className="muted xs">{t("phrase.hint")}</p>
      <div className="acts">
        <Button type="submit" variant="primary" busy={busy}>
          {t("phrase.save")}
        </Button>
        {props.phrase !== null && (
          <Button variant="outline" busy={busy} onClick={() => void put(null)}>
            {t("phrase.remove")}
          </Button>
        )}
        <Button variant="ghost" onClick={() => props.onDone()}>
          {t("phrase.back")}
        </Button>
      </div>
    </form>
  );
}
