import { lazy, Suspense } from "react";

const PasskeyLogin = lazy(() => import("#modules/factors/web/passkey-login.tsx"));
const SocialButtons = lazy(() => import("#modules/social/web/social-buttons.tsx"));

/** Sign-in methods besides a password, below the forms of login and registration. */
export default function OtherSignInMethods({ tab }: { tab: "login" | "signup" }) {
  return (
    <Suspense>
      {tab === "login" && <PasskeyLogin />}
      <SocialButtons />
    </Suspense>
  );
}
