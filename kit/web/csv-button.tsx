import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Tooltip } from "#kit/ui/tooltip.tsx";
import type { Api } from "./api.ts";
import { useClient } from "./client.ts";
import { notify } from "./notify.ts";

type FileRoute = Parameters<Api["file"]>[0];

interface CsvButtonProps {
  readonly route: FileRoute;
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly name: string;
  /** The file's contents, for screen readers. */
  readonly label: string;
  /** Said when it could not be loaded. */
  readonly failed: string;
}

/** Downloads a list as a file with the player's token. */
export function CsvButton({ route, filter, name, label, failed }: CsvButtonProps) {
  const { api } = useClient();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    try {
      const url = URL.createObjectURL(await api.file(route, { query: filter } as never));
      Object.assign(document.createElement("a"), { href: url, download: name }).click();
      URL.revokeObjectURL(url);
    } catch {
      notify({ kind: "error", lines: [failed] });
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
