import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { type BettingSlip, getBettingSlips, undoBettingSlip } from "../shared/contract.ts";
import { slipStore } from "./slip-store.ts";

interface UndoButtonProps {
  readonly slip: BettingSlip;
  onUndone(): void;
}

/** Undoes a slip while it can be, and puts its selections back on the slip. */
export function UndoButton({ slip, onUndone }: UndoButtonProps) {
  const { t } = useTranslation("betting");
  const { lines } = useErrorTexts("betting");
  const [key] = useState(() => crypto.randomUUID());
  const undo = useMutation(undoBettingSlip, { invalidates: [getBettingSlips] });
  const seconds = useSecondsUntil(slip.undo_until);
  if (seconds <= 0 && !undo.isPending) return null;
  async function take(): Promise<void> {
    try {
      await undo.mutate({ params: { id: slip.id } }, { key });
    } catch (error) {
      notify({ kind: "error", lines: lines(error) });
      return;
    }
    slipStore.add(slip.legs);
    notify({ kind: "info", lines: [t("slip.undone")] });
    onUndone();
  }
  return (
    <Button variant="outline" wide busy={undo.isPending} onClick={() => void take()}>
      <Icon of={Undo2} size={16} /> {t("slip.undo", { seconds: Math.max(seconds, 0) })}
    </Button>
  );
}

/** Whole seconds left, by the server's clock. */
function useSecondsUntil(until: string | null): number {
  const left = () => (until === null ? 0 : Math.ceil((Date.parse(until) - serverNow("betting")) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    if (until === null) return;
    const show = () => setSeconds(Math.ceil((Date.parse(until) - serverNow("betting")) / 1_000));
    show();
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
