import { useCallback } from "react";
import { useNavigate } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { SignedIn } from "./sign-in-dialog.ts";
import { useArrival } from "./use-arrival.ts";

/**
 * Continues after a page of its own has signed a player in: to the home page; to the login, with a notice, if a second step is required,
 * because second steps are taken there.
 */
export function useEntrance(): (answer: SignedIn) => Promise<void> {
  const arrive = useArrival();
  const navigate = useNavigate();
  const href = useHref();
  const { t } = useTranslation("accounts");
  return useCallback(
    async answer => {
      // First leave this page: a sign-in in another language reloads the current page.
      await navigate(href("token" in answer ? "/" : "/?login"), { replace: true });
      if ("token" in answer) await arrive(answer);
      else notify({ kind: "info", lines: [t("password.second_step")] });
    },
    [arrive, navigate, href, t],
  );
}
