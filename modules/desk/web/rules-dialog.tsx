import type { ReactNode } from "react";
import { Modal } from "#kit/ui/modal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

/** The frame of a game's rules. */
export function RulesDialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useTranslation("desk");
  return (
    <Modal title={title} closeText={t("close")} onClose={onClose}>
      <div className="rules">{children}</div>
    </Modal>
  );
}
