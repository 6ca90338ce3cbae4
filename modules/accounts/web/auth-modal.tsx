import { type ReactNode, Suspense, useMemo, useState } from "react";
import { Mark } from "#kit/ui/mark.tsx";
import { Modal, ModalClose } from "#kit/ui/modal.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { Wheel } from "#kit/ui/wheel.tsx";
import { useRegionCurrency } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ProfileUser } from "#modules/accounts/shared/contract.ts";
import { LoginForm, type SecondStep } from "./login-form.tsx";
import { RegisterForm } from "./register-form.tsx";
import { type SignInDialog, SignInDialogContext } from "./sign-in-dialog.ts";
import { useArrival } from "./use-arrival.ts";
import "./auth.css";

interface AuthModalProps {
  readonly tab: "login" | "signup";
  onTab(tab: "login" | "signup"): void;
  onClose(): void;
  onDone(user: ProfileUser | null): void;
  /** Other sign-in methods, below the form. */
  others?: ReactNode;
  /** The second step of a login by a factor that the player switched on. */
  readonly secondStep?: SecondStep;
}

/** Sign-in and registration, side by side with Fairhouse's promise; on phones a sheet with the form alone. */
export function AuthModal({ tab, onTab, onClose, onDone, others, secondStep: Step }: AuthModalProps) {
  const { t } = useTranslation("accounts");
  const currency = useRegionCurrency();
  const [inside, setInside] = useState(false);
  const [instead, setInstead] = useState<ReactNode>(null);
  const arrive = useArrival();
  const signInDialog = useMemo<SignInDialog>(() => {
    const enter: SignInDialog["enter"] = async answer => {
      if ("token" in answer) onDone(await arrive(answer));
      else if (Step) setInstead(<Step {...answer} onToken={enter} />);
    };
    return { enter, show: setInstead };
  }, [onDone, arrive, Step]);
  return (
    <SignInDialogContext value={signInDialog}>
      <Modal bare wide title={t(`auth.${tab}`)} closeText={t("auth.close")} onClose={onClose} className="au">
        <div className="ar" aria-hidden="true">
          <span className="logo">
            <Mark />
            Fairhouse
          </span>
          <b className="display">{t("auth.promise")}</b>
          <span className="subdued">{t("auth.promise_text")}</span>
          <Wheel className="full-width" ball={32} />
        </div>
        <div className="fm">
          <div className="row spread">
            <Tabs
              label={t("auth.sign_in_or_register")}
              variant="underlined"
              value={tab}
              onChange={chosen => {
                setInside(false);
                setInstead(null);
                onTab(chosen);
              }}
              items={[
                { value: "login", text: t("auth.login") },
                { value: "signup", text: t("auth.signup") },
              ]}
            />
            <ModalClose text={t("auth.close")} />
          </div>
          {instead === null ? (
            <>
              {" "}
              {tab === "login" ? (
                <LoginForm onDone={onDone} onStep={setInside} secondStep={Step} />
              ) : (
                <RegisterForm currency={currency} onDone={onDone} />
              )}
              {others && !inside && <span className="au-or">{t("auth.or")}</span>}
              {!inside && others}
            </>
          ) : (
            <Suspense>{instead}</Suspense>
          )}
        </div>
      </Modal>
    </SignInDialogContext>
  );
}
