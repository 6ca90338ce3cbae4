import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { GoKeys, goKeys, keyOf } from "#modules/operators/office/parts/key-of.ts";
import { useDialog } from "#modules/operators/office/parts/use-dialog.ts";

interface PageKeysProps {
  /** The pages that the operator may open. */
  readonly pages: readonly { readonly to: string; readonly title: string }[];
}

/** Keys of every page: `g` and a letter opens a page, `e` claims what is shown, `?` lists the keys. None of them moves money. */
export function PageKeys({ pages }: PageKeysProps) {
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [going] = useState(() => new GoKeys());
  const latest = useRef(pages);
  latest.current = pages;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen() || isTyping(event.target)) return;
      const key = keyOf(event);
      if (event.key === "?") return setHelpOpen(true);
      const to = going.after(key, performance.now());
      if (to !== undefined) {
        if (latest.current.some(page => page.to === to)) void navigate(to);
      } else if (key === "e") document.querySelector<HTMLButtonElement>("button[data-claim]:enabled")?.click();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [going, navigate]);
  return isHelpOpen ? <KeyHelp pages={pages} onClose={() => setHelpOpen(false)} /> : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), select, textarea");
}

const listKeys = ["Ctrl K", "/", "j k", "x", "Enter", "Esc", "e", "r", "?"] as const;

function KeyHelp({ pages, onClose }: PageKeysProps & { onClose(): void }) {
  const { t } = useTranslation("office");
  const dialog = useDialog(onClose);
  const open = goKeys.flatMap(([letter, to]) => {
    const page = pages.find(each => each.to === to);
    return page ? [[`g ${letter}`, page.title] as const] : [];
  });
  const rows = [...listKeys.map(key => [key, t(`keys.${names[key]}`)] as const), ...open];
  return (
    <dialog ref={dialog} className="dialog" aria-label={t("keys.title")}>
      <div className="form">
        <h2 className="display">{t("keys.title")}</h2>
        <dl className="keys">
          {rows.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <div className="row end">
          <button type="button" className="btn primary" onClick={onClose}>
            {t("list.close")}
          </button>
        </div>
      </div>
    </dialog>
  );
}

const names = {
  "Ctrl K": "palette",
  "/": "filter",
  "j k": "rows",
  x: "select",
  Enter: "open",
  Esc: "deselect",
  e: "claim",
  r: "reply",
  "?": "help",
} as const satisfies Readonly<Record<(typeof listKeys)[number], string>>;
