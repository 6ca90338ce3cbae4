import { useState } from "react";
import { Link, useParams } from "react-router";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { logInByLink, readLoginLink } from "#modules/accounts/shared/codes-contract.ts";
import { OneCard } from "./one-card.tsx";
import { useEntrance } from "./use-entrance.ts";
import { useSubmit } from "./use-submit.ts";

/** The texts it shows. */
export const handle = { texts: ["accounts"] };

/** The target of a mailed login link: the account, and one button. Opening the page does not sign in. */
export default function LoginLinkPage() {
  const { t } = useTranslation("accounts");
  const { mutate } = useMutation(logInByLink);
  const href = useHref();
  const enter = useEntrance();
  const token = useParams().token ?? "";
  const { busy, submit } = useSubmit("accounts", { titled: true, failure: "loginFailed" });
  const account = useAccount(token);
  return (
    <OneCard title={t("auth.login")}>
      {account === undefined && <Skeleton height={90} />}
      {account === null && (
        <>
          <p className="subdued">{t("password.link_over")}</p>
          <Link className={buttonClass({ variant: "secondary" })} to={href("/?login")}>
            {t("auth.log_in")}
          </Link>
        </>
      )}
      {account && (
        <>
          <p className="subdued">
            {t("password.whose")} <b>{account}</b>
          </p>
          <Button
            variant="primary"
            size="l"
            wide
            busy={busy}
            onClick={() => void submit(async () => enter(await mutate({ body: { token } })))}
          >
            {t("auth.log_in")}
          </Button>
        </>
      )}
    </OneCard>
  );
}

/** Undefined while loading, null for an invalid link. Read once: signing in uses the link up. */
function useAccount(token: string): string | null | undefined {
  const [account, setAccount] = useState<string>();
  const { data, isError } = useQuery(readLoginLink, { body: { token } }, { enabled: account === undefined });
  if (data && account === undefined) setAccount(data.account);
  return account ?? (isError ? null : data?.account);
}
