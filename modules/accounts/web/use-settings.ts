import { useCallback } from "react";
import type { Currency } from "#kit/money/currency.ts";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import type { Settings } from "#modules/accounts/shared/contract.ts";
import { askForPlayer } from "./own-profile.ts";
import { useSessionStore } from "./session.ts";

/** Changes the player's settings; the page goes on with what the house has kept. False, and a notification for each key, when it was refused; false, too, when he has left before it was kept. */
export function useSettings(): (settings: Settings) => Promise<boolean> {
  const store = useSessionStore();
  const { api } = useClient();
  const { notifyError } = useErrorTexts("accounts");
  return useCallback(
    async settings => {
      try {
        const saved = await askForPlayer(store, "change", async () => {
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

/** Makes another currency the active one, of every game and payment from then on. Bets that are open keep theirs. */
export function useSwitchCurrency(): (currency: Currency) => Promise<boolean> {
  const change = useSettings();
  return useCallback(currency => change({ currency }), [change]);
}
