import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getStatementFile } from "../shared/contract.ts";
import type { StatementQuery } from "./use-statement.ts";

/** Fetches the file with the player's token and lets the browser save it. */
export function DownloadButton({ query, name }: { query: StatementQuery; name: string }) {
  const { t } = useTranslation("statements");
  const { api } = useClient();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const load = async () => {
    setState("busy");
    try {
      const url = URL.createObjectURL(await api.file(getStatementFile, { query }));
      const link = Object.assign(document.createElement("a"), { href: url, download: name });
      link.click();
      URL.revokeObjectURL(url);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <div className="row">
      {state === "failed" && (
        <span className="sm muted" role="alert">
          {t("file_failed")}
        </span>
      )}
      <Button size="s" variant="outline" busy={state === "busy"} onClick={() => void load()}>
        <Icon of={Download} size={16} />
        {t("csv")}
      </Button>
    </div>
  );
}
