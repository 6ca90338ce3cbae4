import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { Icon } from "#kit/ui/icon.tsx";
import { Mark } from "#kit/ui/mark.tsx";
import { useCloseRequest } from "#kit/ui/use-close-request.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RoomsButton } from "#modules/community-chat/web/rooms-button.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Navigation } from "./sidebar.tsx";

/** The phone's menu with all links. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("lobby");
  useCloseRequest(onClose);
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim under" />
        <Dialog.Content className="drawer" aria-describedby={undefined}>
          <Dialog.Title className="sr-only">{t("frame.menu")}</Dialog.Title>
          <div className="row spread">
            <span className="logo">
              <Mark size={28} />
              <span>Fairhouse</span>
            </span>
            <Dialog.Close className="iconbtn s" aria-label={t("frame.close")}>
              <Icon of={X} />
            </Dialog.Close>
          </div>
          <Navigation />
          <RoomsButton className="lang rooms-side" label={t("frame.rooms")} onPress={onClose} />
          <LanguageSwitch />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
