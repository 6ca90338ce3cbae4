import { lazy, Suspense } from "react";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { useArrival } from "#modules/accounts/web/use-arrival.ts";

const PasskeyLogin = lazy(() => import("#modules/factors/web/passkey-login.tsx"));

/** The ways in beside a password, below the forms of both doors. */
export default function OtherWays({
  tab,
  onDone,
}: {
  tab: "login" | "signup";
  onDone(user: ProfileUser | null): void;
}) {
  const arrive = useArrival();
  const enter = async (token: string) => onDone(await arrive({ token }));
  return <Suspense>{tab === "login" && <PasskeyLogin onToken={enter} />}</Suspense>;
}
