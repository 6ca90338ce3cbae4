import { Button } from "#kit/ui/button.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import {
  documentKinds,
  getVerification,
  neededKinds,
  submitVerification,
  type VerificationView,
} from "../shared/contract.ts";
import { takesDocuments } from "../shared/status.ts";
import { DocumentSlot } from "./document-slot.tsx";
import { IdentityForm } from "./identity-form.tsx";
import { StatusPill } from "./status-pill.tsx";
import "./verification.css";

/** Poll interval while the check is running. */
const pollEveryMs = 5_000;

/** Verification: what is required, a slot for each document, and the status of the check. */
export default function VerificationModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("verification");
  const { data: view, isError } = useQuery(getVerification, {}, { pollMs: view => isRunning(view) && pollEveryMs });
  return (
    <Modal title={t("modal.title")} closeText={t("modal.close")} onClose={onClose}>
      {isError && <p role="alert">{t("modal.failed")}</p>}
      {!view && !isError && <Skeleton height={260} />}
      {view && <Steps view={view} />}
    </Modal>
  );
}

const isRunning = (view: VerificationView | undefined) => view?.status === "waiting" || view?.status === "pending";

function Steps({ view }: { view: VerificationView }) {
  const { t } = useTranslation("verification");
  const { mutate } = useMutation(submitVerification, replaces(getVerification));
  const { busy, submit } = useSubmit("verification");
  const isOpen = takesDocuments(view.status);
  const uploaded = view.documents.map(({ kind }) => kind);
  const isReady = neededKinds.every(kind => uploaded.includes(kind));
  const send = () => submit(async () => void (await mutate({})));
  return (
    <div className="col gap-4">
      <div className="row spread">
        <span className="muted sm">{t("modal.status")}</span>
        <StatusPill status={view.status} />
      </div>
      <p className="muted sm">{t(`explained.${view.status}`)}</p>
      {view.reason && (
        <p className={view.status === "failed" ? "note danger" : "note warn"}>{t(`reasons.${view.reason}`)}</p>
      )}
      {view.birth_date === "disputed" && <p className="note warn">{t("identity.disputed")}</p>}
      {view.level === 0 && view.birth_date !== "disputed" && <IdentityForm view={view} />}
      {isOpen &&
        documentKinds.map(kind => (
          <DocumentSlot
            key={kind}
            kind={kind}
            needed={neededKinds.includes(kind)}
            document={view.documents.find(each => each.kind === kind) ?? null}
          />
        ))}
      {isOpen && (
        <>
          <p className="muted xs">{t("modal.files")}</p>
          <Button variant="primary" wide busy={busy} disabled={!isReady} onClick={() => void send()}>
            {t("modal.send")}
          </Button>
        </>
      )}
    </div>
  );
}
