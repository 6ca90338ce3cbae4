import { Keyboard } from "lucide-react";
import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { LateModal, loadModal } from "#kit/ui/late-modal.tsx";
import { preloadOn } from "#kit/web/preload.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { capOf, type Hotkey, useHotkeys } from "./hotkeys.ts";
import type { Switch } from "./use-stored-choice.ts";

/** The line under the primary action: the hotkeys and their switch. Off by default. */
export function HotkeysButton({ hotkeys, keys }: { hotkeys: Switch; keys: readonly Hotkey[] }) {
  const { t } = useTranslation("bets");
  const [open, setOpen] = useState(false);
  useHotkeys(hotkeys.on, keys);
  return (
    <>
      <button
        type="button"
        className="hotkeys only-desktop"
        aria-haspopup="dialog"
        {...preloadOn(loadModal)}
        onClick={() => setOpen(true)}
      >
        <Icon of={Keyboard} size={16} />
        {hotkeys.on ? (
          <span className="caps">
            {keys.map(({ code }) => (
              <kbd key={code}>{nameOf(code)}</kbd>
            ))}
          </span>
        ) : (
          t("hotkeys.title")
        )}
      </button>
      {open && (
        <LateModal title={t("hotkeys.title")} closeText={t("close")} onClose={() => setOpen(false)}>
          <dl className="key-list">
            {keys.map(({ code, text }) => (
              <div key={code}>
                <dt>
                  <kbd>{nameOf(code)}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <Button variant="primary" wide aria-pressed={hotkeys.on} onClick={() => hotkeys.set(!hotkeys.on)}>
            {t(hotkeys.on ? "hotkeys.switch_off" : "hotkeys.switch_on")}
          </Button>
        </LateModal>
      )}
    </>
  );

  function nameOf(code: string): string {
    return code === "Space" ? t("hotkeys.space") : capOf(code);
  }
}
