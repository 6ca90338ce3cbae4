import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { acceptTerms } from "#modules/accounts/shared/terms-contract.ts";
import { Agreement } from "./register-form.tsx";
import { useSubmit } from "./use-submit.ts";
import "./auth.css";

interface TermsPromptProps {
  /** The day the current terms came into force. */
  readonly version: string;
  onDone(isAgreed: boolean): void;
}

/** The terms have changed: what is new, and acceptance before the next stake or deposit. */
export default function TermsPrompt({ version, onDone }: TermsPromptProps) {
  const { t } = useTranslation("accounts");
  const { mutate } = useMutation(acceptTerms);
  const { busy, submit } = useSubmit();
  const [agree, setAgree] = useState(false);
  const accept = () =>
    void submit(async () => {
      await mutate({ body: { version } });
      onDone(true);
    });
  return (
    <Modal title={t("terms.title")} closeText={t("terms.close")} onClose={() => onDone(false)}>
      <div className="au-form">
        <p className="subdued">{t("terms.text")}</p>
        <Agreement checked={agree} onChange={setAgree} />
        <Button variant="primary" size="l" wide busy={busy} disabled={!agree} onClick={accept}>
          {t("terms.accept")}
        </Button>
      </div>
    </Modal>
  );
}
