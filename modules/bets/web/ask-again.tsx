import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { SteadyKey } from "./use-steady-key.ts";

interface AskAgainProps {
  readonly at: { readonly busy: boolean; resume(): Promise<void> };
  readonly steady: SteadyKey;
}

/** The action of a game while one of its bets has no response: retries it under its key, never bets twice. */
export function AskAgain({ at, steady }: AskAgainProps) {
  const { t } = useTranslation("bets");
  return (
    <Button
      variant="primary"
      size="l"
      wide
      busy={at.busy}
      aria-disabled={!steady.steady}
      onClick={() => steady.press(() => void at.resume())}
    >
      {t("ask_again")}
    </Button>
  );
}
