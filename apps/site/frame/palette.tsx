import { Search } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { GameGlyph } from "#modules/lobby/web/game-glyph.tsx";
import { gameMenuItems, mainMenuItems, rewardMenuItems } from "#modules/lobby/web/menu-items.ts";

/** Finds a page or a game by its name, in the browser only. `early`: text typed while this was loading. */
export default function Palette({ early, onClose }: { early: () => string; onClose: () => void }) {
  const { t } = useTranslation("lobby");
  const go = useNavigate();
  const href = useHref();
  const [query, setQuery] = useState(early);
  const field = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const all = [
    ...gameMenuItems.map(({ game, path }) => ({
      path,
      name: t(`games.${game}`),
      hue: `g-${game}`,
      mark: <GameGlyph game={game} />,
    })),
    ...[...mainMenuItems, ...rewardMenuItems].map(({ key, path, icon }) => ({
      path,
      name: t(`menu.${key}`),
      hue: "",
      mark: <Icon of={icon} />,
    })),
  ];
  const found = all.filter(item => item.name.toLowerCase().includes(query.trim().toLowerCase()));
  const open = (path: string) => {
    onClose();
    void go(href(path));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (move !== 0) setAt(Math.max(0, Math.min(found.length - 1, at + move)));
    const chosen = found[at];
    if (event.key === "Enter" && chosen) open(chosen.path);
    if (move !== 0 || event.key === "Enter") event.preventDefault();
  };
  return (
    <Modal title={t("frame.search")} closeText={t("frame.close")} onClose={onClose} className="palette" focus={field}>
      <div className="input-box">
        <Icon of={Search} size={17} />
        <input
          ref={field}
          aria-label={t("frame.search")}
          value={query}
          onChange={event => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul>
        {found.map((item, index) => (
          <li key={item.path}>
            <button
              type="button"
              className={`menu-item ${item.hue}`}
              data-highlighted={index === at || undefined}
              onClick={() => open(item.path)}
            >
              <span className="game-icon">{item.mark}</span>
              {item.name}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted sm">{t("frame.nothing_found")}</p>}
    </Modal>
  );
}
