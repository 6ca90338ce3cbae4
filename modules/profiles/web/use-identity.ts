import { useCallback } from "react";
import { useAnswer } from "#kit/web/use-answer.ts";
import { useSessionStore } from "#modules/accounts/web/session.ts";
import { getIdentity, type Identity } from "../shared/contract.ts";

/** The player's name and picture. `keep` applies a change everywhere on the page. */
export function useIdentity() {
  const { data, failed, load, setData } = useAnswer(getIdentity);
  const store = useSessionStore();
  const keep = useCallback(
    (identity: Identity) => {
      setData(identity);
      const { user } = store.getState();
      if (user) store.setState({ user: { ...user, name: identity.name, avatar: identity.avatar } });
    },
    [store, setData],
  );
  return { data, failed, load, keep };
}
