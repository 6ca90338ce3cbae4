import { useTranslation } from "#kit/web/texts.tsx";
import type { AddressFilters } from "./use-address-filters.ts";

interface FilterFormProps {
  readonly filters: Pick<AddressFilters, "get" | "set">;
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isNumber?: boolean }[];
}

/** Text filters of a list, sent together, with a button that clears them. */
export function FilterForm({ filters, fields }: FilterFormProps) {
  const { t } = useTranslation("office");
  const apply = (textOf: (name: string) => string) =>
    filters.set(Object.fromEntries(fields.map(({ name }) => [name, textOf(name)])));
  return (
    <form
      className="row wrap pad"
      onSubmit={event => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        apply(name => String(given.get(name) ?? "").trim());
      }}
    >
      {fields.map(({ name, label, isNumber }) => (
        <input
          key={`${name} ${filters.get(name)}`}
          name={name}
          className="search"
          inputMode={isNumber ? "numeric" : undefined}
          aria-label={label}
          placeholder={label}
          defaultValue={filters.get(name)}
        />
      ))}
      <button type="submit" className="btn s">
        {t("play.filter")}
      </button>
      {fields.some(({ name }) => filters.get(name) !== "") && (
        <button type="button" className="btn s" onClick={() => apply(() => "")}>
          {t("play.clear")}
        </button>
      )}
    </form>
  );
}
