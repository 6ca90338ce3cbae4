import { useEffect, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
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
  const enter = useEntrance();
  const token = useParams().token ?? "";
  const phone = useSearchParams()[0].get("phone");
  const [isSent, setSent] = useState(false);
  const isGood = useCheck(token, phone, isSent);
  const { mutate } = useMutation(phone === null ? resetByToken : resetByPhone);
  return (
    <OneCard title={t("password.choose")}>
      {isGood ? (
        <NewPassword
          button={t("password.save")}
          onChosen={async chosen => {
            setSent(true);
            try {
              await enter(await mutate({ body: { token, ...chosen } }));
            } catch (error) {
              setSent(false);
              throw error;
            }
          }}
        />
      ) : (
        <Skeleton height={220} />
      )}
    </OneCard>
  );
}

/** What is read belongs to a player: without `isSent` the sign-in that follows would read a link again that has just been used. */
function useCheck(token: string, phone: string | null, isSent: boolean): boolean {
  const navigate = useNavigate();
  const failed = useHref()("/error?from=reset");
  const byEmail = useQuery(checkTokenByEmail, { body: { token } }, { enabled: !isSent && phone === null });
  const byPhone = useQuery(
    checkTokenByPhone,
    { body: { token, phone: phone ?? "" } },
    { enabled: !isSent && phone !== null },
  );
  const { isSuccess, isError } = phone === null ? byEmail : byPhone;
  useEffect(() => {
    if (isError && !isSent) void navigate(failed, { replace: true });
  }, [isError, isSent, navigate, failed]);
  return isSuccess || isSent;
}
