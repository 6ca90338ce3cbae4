import { useEffect, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  checkTokenByEmail,
  checkTokenByPhone,
  resetByPhone,
  resetByToken,
} from "#modules/accounts/shared/restore-contract.ts";
import { NewPassword } from "./new-password.tsx";
import { OneCard } from "./one-card.tsx";
import { useEntrance } from "./use-entrance.ts";

/** The texts it shows. */
export const handle = { texts: ["accounts"] };

/** The target of a link in a mail or SMS: a new password, once. An invalid link leads to the error page. */
export default function ResetPasswordPage() {
  const { t } = useTranslation("accounts");
  const { api } = useClient();
  const enter = useEntrance();
  const token = useParams().token ?? "";
  const phone = useSearchParams()[0].get("phone");
  const isGood = useCheck(token, phone);
  return (
    <OneCard title={t("password.choose")}>
      {isGood ? (
        <NewPassword
          button={t("password.save")}
          onChosen={async chosen => {
            const route = phone === null ? resetByToken : resetByPhone;
            await enter(await api.call(route, { body: { token, ...chosen } }));
          }}
        />
      ) : (
        <Skeleton height={220} />
      )}
    </OneCard>
  );
}

function useCheck(token: string, phone: string | null): boolean {
  const { api } = useClient();
  const navigate = useNavigate();
  const failed = useHref()("/error?from=reset");
  const [isGood, setGood] = useState(false);
  useEffect(() => {
    const checked =
      phone === null
        ? api.call(checkTokenByEmail, { body: { token } })
        : api.call(checkTokenByPhone, { body: { token, phone } });
    checked.then(
      () => setGood(true),
      () => void navigate(failed, { replace: true }),
    );
  }, [api, token, phone, navigate, failed]);
  return isGood;
}
