import { useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Option, optionsOf, pagesLike, pseudonymLike } from "#modules/operations/office/palette-options.ts";
import { type hashKinds, searchOffice } from "#modules/operations/office/search-contract.ts";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { useDebounced } from "#modules/operators/office/parts/use-debounced.ts";
import { useDialog } from "#modules/operators/office/parts/use-dialog.ts";
import { useSession } from "#modules/operators/office/session.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";

interface PaletteProps {
  /** The pages that the operator may open. */
  readonly pages: readonly { readonly to: string; readonly title: string }[];
  onClose(): void;
}

const minLetters = 2;

/** Finds players, bets, rounds, payments, operators, saved views, hashes and pages. Arrow keys choose, Enter opens, Escape closes. */
export function Palette({ pages, onClose }: PaletteProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const navigate = useNavigate();
  const dialog = useDialog(onClose);
  const list = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const text = typed.trim();
  const asked = useDebounced(text);
  const search = useQuery(searchOffice, { query: { query: asked } }, { enabled: asked.length >= minLetters });
  const found = asked === text && text.length >= minLetters ? search.data : undefined;
  const gameName = (game: string) => t.in("games", game);
  const shows = {
    gameName,
    roleName: (role: Role) => t(`roles.${role}`),
    hashName: (kind: (typeof hashKinds)[number]) => t(`palette.hash.${kind}`),
    showMoney: money,
  };
  const options = [
    ...pagesLike(pages, text),
    ...(may("players.resolve") ? pseudonymLike(text, t("pseudonym.action")) : []),
    ...(found ? optionsOf(found, shows) : []),
  ];
  const at = Math.min(chosen, options.length - 1);
  const isWaiting = text.length >= minLetters && !found && !search.error;

  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [list, at]);

  function open(option: Option | undefined): void {
    if (!option) return;
    onClose();
    void navigate(option.to);
  }

  function press(key: string): boolean {
    const last = options.length - 1;
    if (key === "ArrowDown") setChosen(at >= last ? 0 : at + 1);
    else if (key === "ArrowUp") setChosen(at <= 0 ? last : at - 1);
    else if (key === "Enter") open(options[at]);
    else return false;
    return true;
  }

  return (
    <dialog ref={dialog} className="dialog palette" aria-label={t("palette.title")}>
      <input
        className="search"
        type="search"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-activedescendant={options.length > 0 ? `${list}-${at}` : undefined}
        aria-label={t("palette.title")}
        placeholder={t("palette.hint")}
        maxLength={100}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={event => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={event => {
          if (press(event.key)) event.preventDefault();
        }}
      />
      <div id={list} role="listbox" aria-label={t("palette.title")} className="found">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys of the list.
          <div
            key={`${option.group} ${option.to}`}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => open(option)}
          >
            <span className="faint">{t(`palette.${option.group}`)}</span>
            <b>{option.title}</b>
            <span className="muted sm">{option.note}</span>
          </div>
        ))}
      </div>
      <p className="muted sm" role="status">
        {search.error && text.length >= minLetters
          ? t("broken.network")
          : isWaiting
            ? t("loading")
            : options.length === 0
              ? t("palette.none")
              : t("palette.keys")}
      </p>
    </dialog>
  );
}
