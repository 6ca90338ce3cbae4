import { type FormEvent, use, useState } from "react";
import { showDay } from "#kit/i18n/format.ts";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { PasswordInput } from "#kit/ui/input.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { ProofContext } from "#modules/accounts/web/access/proof-context.ts";
import { writeToken } from "#modules/accounts/web/cookie.ts";
import { signOut, useSession, useSessionStore } from "#modules/accounts/web/session.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { closeAccount, getExport, getExportFile, requestExport } from "../shared/contract.ts";

const retryMs = 2_000;

/** A copy of the player's data: request, progress, download. */
export function ExportCard() {
  const { t } = useTranslation("privacy");
  const cache = useRouteCache();
  const language = languageOf(useLocale());
  const { data: copy } = useQuery(getExport, {}, { pollMs: last => last?.status === "waiting" && retryMs });
  const { mutate } = useMutation(requestExport, replaces(getExport));
  const { busy, submit } = useSubmit("privacy");
  const order = () => submit(async () => void (await mutate({})));
  const fetchIt = (id: string) =>
    submit(async () => {
      const data = await cache.call(getExportFile, { params: { id } });
      download(`fairhouse-${id}.json`, JSON.stringify(data, null, 2));
    });
  return (
    <section className="card settings">
      <h2 className="display">{t("export.title")}</h2>
      <p className="muted sm">{t("export.text")}</p>
      {copy?.status === "waiting" && (
        <p className="note" role="status">
          {t("export.step", { step: copy.step, steps: copy.steps })}
        </p>
      )}
      {copy?.status === "ready" && (
        <p className="muted sm">{t("export.until", { time: showDay(copy.expires_at, language) })}</p>
      )}
      <div className="row">
        {copy?.status === "ready" && (
          <Button variant="secondary" busy={busy} onClick={() => void fetchIt(copy.id)}>
            {t("export.download")}
          </Button>
        )}
        {copy?.status !== "waiting" && (
          <Button variant={copy ? "ghost" : "secondary"} busy={busy} onClick={() => void order()}>
            {t(copy ? "export.order_again" : "export.order")}
          </Button>
        )}
      </div>
    </section>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The rest that is too small to be paid out, by currency. */
type Rests = Readonly<Record<string, string>>;

/** Exact amounts: the player must see everything that is given up. Browsers have no list format for Kazakh, and amounts have commas. */
const shownRests = (rests: Rests, language: Language) =>
  Object.entries(rests)
    .map(([currency, amount]) => showMoneyExactly(parseDecimal(amount), currency as Currency, language))
    .join("; ");

/** Closing the account: consequences, password, obstacles. */
export function CloseAccountCard() {
  const { t } = useTranslation("privacy", "accounts");
  const { mutate } = useMutation(closeAccount);
  const store = useSessionStore();
  const language = languageOf(useLocale());
  const makeProven = use(ProofContext);
  const hasPassword = useSession(state => state.user?.is_password_exists ?? false);
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState("");
  const [obstacles, setObstacles] = useState<readonly string[]>([]);
  const [rests, setRests] = useState<Rests>({});
  const { busy, errors, submit } = useSubmit("privacy");
  const close = (give_up: Rests) =>
    void submit(async () => {
      setObstacles([]);
      setRests({});
      const body = { confirm: true as const, give_up, ...(hasPassword && { password }) };
      try {
        await makeProven(() => mutate({ body }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "account_not_empty") throw error;
        const found = error.data as { obstacles: readonly string[]; rests: Rests };
        setObstacles(found.obstacles);
        setRests(found.rests);
        return;
      }
      writeToken(null);
      signOut(store);
      notify({ kind: "info", lines: [t("close.done")] });
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    close({});
  };
  return (
    <section className="card settings">
      <h2 className="display">{t("close.title")}</h2>
      <p className="muted sm">{t("close.text")}</p>
      {!asking && (
        <div>
          <Button variant="outline" onClick={() => setAsking(true)}>
            {t("close.begin")}
          </Button>
        </div>
      )}
      {asking && (
        <form className="col gap-4" onSubmit={onSubmit} noValidate>
          <p className="note warn">{t("close.final_text")}</p>
          {obstacles.map(obstacle => (
            <p key={obstacle} className="note danger" role="alert">
              {t.in("obstacles", obstacle)}
            </p>
          ))}
          {Object.keys(rests).length > 0 && (
            <>
              <p className="note warn">{t("close.rest", { sums: shownRests(rests, language) })}</p>
              <div>
                <Button variant="outline" busy={busy} onClick={() => close(rests)}>
                  {t("close.give_up")}
                </Button>
              </div>
            </>
          )}
          {hasPassword && (
            <PasswordInput
              label={t("accounts:auth.password")}
              show={t("accounts:auth.show")}
              hide={t("accounts:auth.hide")}
              autoComplete="current-password"
              value={password}
              error={errors.password}
              onChange={event => setPassword(event.target.value)}
            />
          )}
          <div className="row">
            <Button type="submit" variant="secondary" busy={busy} disabled={hasPassword && password === ""}>
              {t("close.final")}
            </Button>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              {t("close.keep")}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
