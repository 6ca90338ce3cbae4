import PasskeyLogin from "#modules/factors/web/passkey-login.tsx";
import SocialButtons from "#modules/social/web/social-buttons.tsx";

/** Sign-in methods besides a password, below the forms of login and registration. */
export default function OtherSignInMethods({ tab }: { tab: "login" | "signup" }) {
  return (
    <>
      {tab === "login" && <PasskeyLogin />}
      <SocialButtons />
    </>
  );
}
