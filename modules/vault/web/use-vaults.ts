import { useAnswer } from "#kit/web/use-answer.ts";
import { getVault, type VaultView } from "../shared/contract.ts";

/** What is put aside in each wallet; null until the house has said. */
export function useVaults() {
  const { data: vaults, failed, load, setData } = useAnswer(getVault);
  const note = (vault: VaultView) =>
    setData(before => [...(before ?? []).filter(each => each.currency !== vault.currency), vault]);
  return { vaults, failed, again: () => void load(), note };
}
