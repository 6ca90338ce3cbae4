import { Bookmark, X } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { deleteView, saveView, viewAudiences } from "../../shared/views-contract.ts";
import { call } from "../api.ts";
import { Refused, useSending } from "../parts/sending.tsx";
import { CountOfView, type Views } from "./views.tsx";

interface ViewMenuProps {
  readonly list: string;
  readonly of: Views;
}

/** Saved filters of a list, the operator's own and shared ones: a press sets them, a name saves those of the address. */
export function ViewMenu(props: ViewMenuProps) {
  const { t } = useTranslation("office");
  const [open, setOpen] = useState(false);
  return (
    <details className="menu" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="btn s">
        <Icon of={Bookmark} size={14} />
        {t("list.views")}
      </summary>
      {open && <MenuViews {...props} />}
    </details>
  );
}

function MenuViews({ list, of: { views, counts, reload } }: ViewMenuProps) {
  const { t } = useTranslation("office");
  const [params, setParams] = useSearchParams();
  const { busy, error, send } = useSending();
  const all = views ?? [];
  const change = async (work: () => Promise<unknown>) => {
    if (await send(work)) reload();
  };
  return (
    <fieldset className="views">
      <legend className="sr-only">{t("list.views")}</legend>
      {views && all.length === 0 && <p className="muted sm">{t("list.no_views")}</p>}
      {all.map(({ id, name, query, shared, by }) => (
        <span key={id} className="row">
          <button
            type="button"
            className="btn s grow"
            aria-pressed={params.toString() === query}
            onClick={() => setParams(new URLSearchParams(query))}
          >
            {name}
            <CountOfView count={counts.get(id)} />
            {(by !== null || shared !== "own") && <span className="faint"> {by ?? t(`list.shared.${shared}`)}</span>}
          </button>
          {by === null && (
            <button
              type="button"
              className="btn s"
              aria-label={t("list.delete_view", { name })}
              disabled={busy}
              onClick={() => void change(() => call(deleteView, { params: { id } }))}
            >
              <Icon of={X} size={14} />
            </button>
          )}
        </span>
      ))}
      <form
        className="row wrap"
        onSubmit={event => {
          event.preventDefault();
          const form = event.currentTarget;
          const given = new FormData(form);
          const name = String(given.get("name") ?? "").trim();
          const shared = viewAudiences.find(each => each === given.get("shared")) ?? "own";
          const body = { list, name, query: params.toString(), shared };
          void change(() => call(saveView, { body })).then(() => form.reset());
        }}
      >
        <input
          name="name"
          className="search"
          required
          minLength={2}
          maxLength={60}
          aria-label={t("list.view_name")}
          placeholder={t("list.view_name")}
          autoComplete="off"
        />
        <select name="shared" className="pick" aria-label={t("list.shared_with")} defaultValue="own">
          {viewAudiences.map(each => (
            <option key={each} value={each}>
              {t(`list.shared.${each}`)}
            </option>
          ))}
        </select>
        <button type="submit" className="btn s" disabled={busy}>
          {t("list.save_view")}
        </button>
      </form>
      <Refused why={error} />
    </fieldset>
  );
}
