import { ChevronsUpDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { languageOf, localeName, localePath, locales } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { rememberLocale } from "#kit/web/locale-cookie.ts";
import { useTranslation } from "#kit/web/texts.tsx";

/** The same page in another language. A plain link: texts are loaded again, and it works before hydration. */
export function LanguageSwitch() {
  const { t } = useTranslation("lobby");
  const current = useLocale();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !box.current?.contains(event.target as Node))
        setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [open]);
  return (
    <div ref={box} className="langbox">
      <button
        type="button"
        className="lang"
        aria-expanded={open}
        aria-label={`${t("frame.language")}: ${localeName(current)}`}
        onClick={() => setOpen(!open)}
      >
        <i className={`flag ${current}`} />
        <span className="label">{localeName(current)}</span>
        <Icon of={ChevronsUpDown} size={15} />
      </button>
      {open && (
        <div className="menu up">
          {locales.map(locale => (
            <a
              key={locale}
              className={locale === current ? "menu-item on" : "menu-item"}
              href={localePath(locale, pathname) + search}
              lang={languageOf(locale)}
              aria-current={locale === current ? "true" : undefined}
              onClick={() => rememberLocale(locale)}
            >
              <i className={`flag ${locale}`} />
              {localeName(locale)}
            </a>
          ))}
        </div>
      )}
    </div>
  );
}
