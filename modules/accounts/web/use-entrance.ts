import { useCallback } from "react";
import { useNavigate } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LoginAnswer } from "#modules/accounts/shared/contract.ts";
import { useArrival } from "./use-arrival.ts";

/**
 * Goes on after a page of its own has signed somebody in: to the home page; to the login, with a word about it, where a
 * second step is due, because the login is where second steps are taken.
 */
export function useEntrance(): (answer: LoginAnswer) => Promise<void> {
  const arrive = useArrival();
  const navigate = useNavigate();
  const href = useHref();
  const { t } = useTranslation("accounts");
  return useCallback(
    async answer => {
      // First away from here: an arrival in another language loads the present page anew.
      await navigate(href("token" in answer ? "/" : "/?login"), { replace: true });
      if ("token" in answer) await arrive(answer);
      else notify({ kind: "info", lines: [t("password.second_step")] });
    },
    [arrive, navigate, href, t],
  );
}
