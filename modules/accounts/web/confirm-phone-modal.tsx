import { Button } from "#kit/ui/button.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { resendPhoneCode, verifyPhone } from "#modules/accounts/shared/contacts-contract.ts";
import { maskedPhone } from "#modules/accounts/shared/phone.ts";
import { CodeStep } from "./code-step.tsx";
import { useFetchUser } from "./use-arrival.ts";
import "./auth.css";

/** Confirms a number given at registration by the code sent to it, now or later. */
export default function ConfirmPhoneModal({ phone, onClose }: { phone: string; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const { call } = useRouteCache();
  const fetchUser = useFetchUser();
  return (
    <Modal title={t("access.confirm_phone")} closeText={t("auth.close")} onClose={onClose}>
      <CodeStep
        by="phone"
        to={maskedPhone(phone)}
        resendIn={60}
        onCode={async code => {
          await call(verifyPhone, { body: { code } });
          await fetchUser();
          onClose();
        }}
        onResend={async type =>
          (await call(resendPhoneCode, { body: { phone }, query: type === "sms" ? { type } : {} })).resend_in
        }
        aside={
          <Button variant="ghost" onClick={onClose}>
            {t("access.later")}
          </Button>
        }
      />
    </Modal>
  );
}
