import type { ApiError } from "#kit/web/api-error.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { count } from "../parts/figures.tsx";
import type { ListReading } from "./use-list.ts";
import { useOnline } from "./use-online.ts";

type Reading = Pick<
  ListReading<unknown>,
  "rows" | "error" | "isFetching" | "readAt" | "isBehind" | "more" | "again" | "reload"
>;

interface ListStateProps {
  readonly of: Reading;
  readonly empty: string;
  readonly onClear?: (() => void) | undefined;
}

/** In place of rows: loading, nothing, nothing with these filters, refused or offline. */
export function ListState({ of, empty, onClear }: ListStateProps) {
  const { t } = useTranslation("office");
  if (!of.rows) return of.error ? <ListError error={of.error} onRetry={of.again} /> : <Skeleton />;
  return (
    <p className="note muted" role="status">
      {onClear ? t("list.no_match") : empty}{" "}
      {onClear && (
        <button type="button" className="btn s" onClick={onClear}>
          {t("play.clear")}
        </button>
      )}
    </p>
  );
}

function Skeleton() {
  const { t } = useTranslation("office");
  return (
    <div className="list-skeleton" role="status">
      <span className="sr-only">{t("loading")}</span>
      {skeletonRows.map(name => (
        <i key={name} />
      ))}
    </div>
  );
}

const skeletonRows = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Why a list could not be read: the permission that is missing, or the request to name to our engineers. */
function ListError({ error, onRetry }: { readonly error: ApiError; onRetry(): void }) {
  const { t } = useTranslation("office");
  const isOnline = useOnline();
  const { permission, request_id: request } = error.data;
  return (
    <div className="note bad" role="alert">
      <p>{isOnline ? error.message || t("broken.network") : t("list.offline")}</p>
      {typeof permission === "string" && <p>{t("list.permission", { permission })}</p>}
      {typeof request === "string" && <p className="mono sm">{t("list.request", { request })}</p>}
      <button type="button" className="btn s" onClick={onRetry}>
        {t("list.retry")}
      </button>
    </div>
  );
}

/** Below the rows: how many are loaded, when they were read, and what is wrong. */
export function ListFoot({ of }: { readonly of: Reading }) {
  const { t } = useTranslation("office");
  const isOnline = useOnline();
  const n = of.rows?.length ?? 0;
  return (
    <>
      {of.error && <ListError error={of.error} onRetry={of.again} />}
      <p className="row wrap pad sm muted list-foot">
        {n > 0 && <span>{t(of.more ? "list.loaded" : "list.all_loaded", { count: n, n: count(n) })}</span>}
        <span className="grow" />
        {!isOnline && <span className="bad">{t("list.offline")}</span>}
        {of.readAt && <span className="num">{t("list.as_of", { time: of.readAt.toISOString().slice(11, 19) })}</span>}
        {of.isBehind && <span role="status">{t("list.changed")}</span>}
        <button type="button" className="btn s" aria-busy={of.isFetching} onClick={of.reload}>
          {t("list.reload")}
        </button>
      </p>
    </>
  );
}
