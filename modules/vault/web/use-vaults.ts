import { useCallback, useEffect, useState } from "react";
import { useClient } from "#kit/web/client.ts";
import { getVault, type VaultView } from "../shared/contract.ts";

/** What is put aside in each wallet; null until the house has said. */
export function useVaults() {
  const { api } = useClient();
  const [vaults, setVaults] = useState<readonly VaultView[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(async () => {
    setFailed(false);
    try {
      setVaults((await api.call(getVault, {})).data);
    } catch {
      setFailed(true);
    }
  }, [api]);
  useEffect(() => void read(), [read]);
  const note = (vault: VaultView) =>
    setVaults(before => [...(before ?? []).filter(each => each.currency !== vault.currency), vault]);
  return { vaults, failed, again: () => void read(), note };
}
