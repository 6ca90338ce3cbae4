import { useAnswer } from "#kit/web/use-answer.ts";
import { getVault, type VaultView } from "../shared/contract.ts";

/** The vault of each wallet; null while loading. */
export function useVaults() {
  const { data: vaults, failed, load, setData } = useAnswer(getVault);
  const note = (vault: VaultView) =>
    setData(before => [...(before ?? []).filter(each => each.currency !== vault.currency), vault]);
  return { vaults, failed, again: () => void load(), note };
}
