import { useCallback } from "react";
import { isLocale, type Locale, localePath } from "#kit/i18n/locale.ts";
import { useClient } from "#kit/web/client.ts";
import { pageCookies } from "#kit/web/cookies.ts";
import { useLocale } from "#kit/web/lang.ts";
import { rememberLocale } from "#kit/web/locale-cookie.ts";
import { backOf, withModal } from "#kit/web/modal-link.ts";
import type { ProfileUser, TokenAnswer } from "#modules/accounts/shared/contract.ts";
import { writeToken } from "./cookie.ts";
import { rememberEntry } from "./entry.ts";
import { requestPlayer } from "./own-profile.ts";
import { beginVisit, noteVisit, signOut, useSessionStore } from "./session.ts";

/** Loaded with the first call. */
const contract = () => import("#modules/accounts/shared/contract.ts");

/**
 * Fetches the token's player and puts them into the session. A refused fetch clears the session; one that got no response leaves it
 * unchanged, and so does one that arrives after the player has left.
 */
export function useFetchUser(): () => Promise<ProfileUser | null> {
  const store = useSessionStore();
  const { api } = useClient();
  return useCallback(async () => {
    const isStillHere = noteVisit(store);
    try {
      const answer = await requestPlayer(store, "read", async () => api.call((await contract()).getProfile, {}));
      if (!answer) return null;
      const { user, fresh_token, super_bonus } = answer;
      if (fresh_token) writeToken(fresh_token);
      if (super_bonus) pageCookies.set("super_bonus", super_bonus);
      return user;
    } catch (error) {
      if ((error as { status?: number }).status === 401 && isStillHere()) {
        writeToken(null);
        signOut(store);
      }
      return null;
    }
  }, [store, api]);
}

/** After login or registration: token, player, time zone if none is set, language of the profile. */
export function useArrival(): (signedIn: TokenAnswer) => Promise<ProfileUser | null> {
  const client = useClient();
  const store = useSessionStore();
  const fetchUser = useFetchUser();
  const locale = useLocale();
  return useCallback(
    async ({ token, sso_link }) => {
      const { search } = location;
      writeToken(token);
      beginVisit(store);
      rememberEntry(Date.now());
      if (sso_link !== undefined && !import.meta.env.DEV) return leaveFor(sso_link);
      client.tokenChanged();
      const user = await fetchUser();
      if (user) await settle(client.api, user, locale, search);
      return user;
    },
    [client, store, fetchUser, locale],
  );
}

/** On a mirror: over the main host, where the player is signed in too, and back to this page without its dialog. */
function leaveFor(link: string): Promise<never> {
  const { origin, pathname, search } = location;
  const back = origin + (backOf(search) ?? withModal({ pathname, search }, null));
  location.assign(`${link}&return=${encodeURIComponent(back)}`);
  return new Promise(() => undefined);
}

/** `search` is that of the page of the sign-in: it may name where to go next. */
async function settle(
  api: ReturnType<typeof useClient>["api"],
  user: ProfileUser,
  locale: Locale,
  search: string,
): Promise<void> {
  const { changeSettings } = await contract();
  const guessed = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const missing = { ...(!user.locale && { locale }), ...(!user.timezone && { timezone: guessed }) };
  if (Object.keys(missing).length > 0) await api.call(changeSettings, { body: missing }).catch(() => undefined);
  if (!isLocale(user.locale) || user.locale === locale) return;
  rememberLocale(user.locale);
  location.assign(localePath(user.locale, backOf(search) ?? location.pathname));
}
