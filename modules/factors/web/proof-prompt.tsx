import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input, PasswordInput } from "#kit/ui/input.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { isPasskeyCancelled } from "#kit/web/passkey.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getFactors, proveByCode, proveByPassword } from "#modules/factors/shared/contract.ts";
import { provePasskey } from "./passkey-calls.ts";

interface ProofPromptProps {
  /** `change`: of a credential; `idle`: the session was inactive. */
  readonly why?: "change" | "idle";
  onProven(): void;
  onClose(): void;
}

/** Requires the player to verify their identity with the available means: the strongest first. */
export default function ProofPrompt({ why = "change", onProven, onClose }: ProofPromptProps) {
  const { t } = useTranslation("factors");
  const { call } = useRouteCache();
  const factors = useQuery(getFactors, {}, { fresh: true });
  const proofs = factors.data?.proofs ?? (factors.isError ? [] : null);
  const byCode = useMutation(proveByCode);
  const byPassword = useMutation(proveByPassword);
  const [text, setText] = useState("");
  const { busy, errors, submit } = useSubmit("factors");
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const kind = proofs?.includes("code") ? "code" : proofs?.includes("password") ? "password" : null;
  /** Closing the prompt cancels the action: a later response does nothing. */
  const prove = (send: () => Promise<unknown>) =>
    void submit(async () => {
      try {
        await send();
      } catch (error) {
        if (!isOpen.current || isPasskeyCancelled(error)) return;
        throw error;
      }
      if (isOpen.current) onProven();
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    prove(() =>
      kind === "code" ? byCode.mutate({ body: { code: text } }) : byPassword.mutate({ body: { password: text } }),
    );
  };
  return (
    <Modal title={t("proof.title")} closeText={t("proof.close")} onClose={onClose}>
      <form className="au-form" onSubmit={onSubmit} noValidate>
        <p className="muted sm">{t(`proof.${proofs?.length === 0 ? "again" : "why"}_${why}`)}</p>
        {kind === "password" && (
          <PasswordInput
            label={t("proof.password")}
            autoComplete="current-password"
            value={text}
            error={errors.password}
            show={t("proof.show")}
            hide={t("proof.hide")}
            onChange={event => setText(event.target.value)}
          />
        )}
        {kind === "code" && (
          <Input
            label={t("proof.code")}
            autoComplete="one-time-code"
            value={text}
            error={errors.code}
            onChange={event => setText(event.target.value)}
          />
        )}
        {kind && (
          <Button type="submit" variant="primary" size="l" wide busy={busy}>
            {t("proof.confirm")}
          </Button>
        )}
        {proofs?.includes("passkey") && (
          <Button size="l" wide busy={busy} onClick={() => prove(() => provePasskey(call, () => isOpen.current))}>
            <Icon of={KeyRound} />
            {t("proof.passkey")}
          </Button>
        )}
      </form>
    </Modal>
  );
}
