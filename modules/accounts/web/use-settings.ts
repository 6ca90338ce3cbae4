import { useCallback } from "react";
import type { Currency } from "#kit/money/currency.ts";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import type { Settings } from "#modules/accounts/shared/contract.ts";
import { requestPlayer } from "./own-profile.ts";
import { useSessionStore } from "./session.ts";

/**
 * Changes the player's settings; the page continues with what the server has stored. False, and a notification for each key, when refused;
 * false, too, when the player has left before it was stored.
 */
export function useSettings(): (settings: Settings) => Promise<boolean> {
  const store = useSessionStore();
  const { api } = useClient();
  const { notifyError } = useErrorTexts("accounts");
  return useCallback(
    async settings => {
      try {
        const saved = await requestPlayer(store, "change", async () => {
          const { changeSettings } = await import("#modules/accounts/shared/contract.ts");
          return api.call(changeSettings, { body: settings });
        });
        return saved !== null;
      } catch (error) {
        notifyError(error, { perField: true, titled: true });
        return false;
      }
    },
    [store, api, notifyError],
  );
}

/** Makes another currency active for all games and payments from then on. Open bets keep theirs. */
export function useSwitchCurrency(): (currency: Currency) => Promise<boolean> {
  const change = useSettings();
  return useCallback(currency => change({ currency }), [change]);
}
