import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Tooltip } from "#kit/ui/tooltip.tsx";
import { useClient } from "#kit/web/client.ts";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { getOwnBetsFile } from "#modules/bets/shared/contract.ts";
import type { OwnFilter } from "#modules/bets/web/own-bets.tsx";
import type { getBillingHistoryFile } from "#modules/payments/shared/contract.ts";

interface CsvButtonProps {
  readonly route: typeof getOwnBetsFile | typeof getBillingHistoryFile;
  readonly filter: OwnFilter;
  readonly name: string;
  /** The file's contents, for screen readers. */
  readonly label: string;
}

/** Downloads a list as a file with the player's token. */
export function CsvButton({ route, filter, name, label }: CsvButtonProps) {
  const { t } = useTranslation("lobby", "profile");
  const { api } = useClient();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    try {
      const url = URL.createObjectURL(await api.file(route as typeof getOwnBetsFile, { query: filter }));
      Object.assign(document.createElement("a"), { href: url, download: name }).click();
      URL.revokeObjectURL(url);
    } catch {
      notify({ kind: "error", lines: [t("profile:file_failed")] });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tooltip text={label} theme="gray-tooltip">
      <Button size="s" variant="outline" busy={busy} aria-label={label} onClick={() => void load()}>
        <Icon of={Download} size={16} />
        CSV
      </Button>
    </Tooltip>
  );
}
