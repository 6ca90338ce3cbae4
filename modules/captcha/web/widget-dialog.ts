import { localeOfLanguage } from "#kit/i18n/locale.ts";
import "./widget.css";

interface WidgetTexts {
  readonly title: string;
  readonly cancel: string;
}

const texts = import.meta.glob<WidgetTexts>("../locale/*.json", { import: "default" });

/** The frame's messages: see apps/server/site/captcha-frame.js. */
interface WidgetMessage {
  readonly captcha?: { readonly token?: unknown };
}

/**
 * Shows the provider's widget above everything, including dialogs, and returns its token. Rejects when it cannot be loaded, and when the
 * user cancels.
 */
export async function askInWidget(): Promise<string> {
  const words = await texts[`../locale/${localeOfLanguage(document.documentElement.lang)}.json`]?.();
  const dialog = document.createElement("dialog");
  dialog.className = "captcha";
  const title = document.createElement("b");
  title.textContent = words?.title ?? "";
  dialog.setAttribute("aria-label", title.textContent);
  const frame = document.createElement("iframe");
  frame.title = title.textContent;
  frame.src = "/captcha-frame";
  const cancel = document.createElement("button");
  cancel.type = "button";
  cancel.className = "btn ghost";
  cancel.textContent = words?.cancel ?? "";
  dialog.append(title, frame, cancel);
  // A dialog below must not treat a click here as one outside of it.
  for (const name of ["pointerdown", "focusin"]) dialog.addEventListener(name, event => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  return new Promise<string>((resolve, reject) => {
    const onMessage = ({ source, origin, data }: MessageEvent<WidgetMessage>) => {
      if (source !== frame.contentWindow || origin !== location.origin || !data.captcha) return;
      const { token } = data.captcha;
      end(() => (typeof token === "string" ? resolve(token) : reject(new Error("the captcha's widget failed"))));
    };
    const end = (then: () => void) => {
      removeEventListener("message", onMessage);
      dialog.remove();
      then();
    };
    const giveUp = () => end(() => reject(new Error("the captcha was cancelled")));
    addEventListener("message", onMessage);
    cancel.addEventListener("click", giveUp);
    dialog.addEventListener("cancel", giveUp);
  });
}
