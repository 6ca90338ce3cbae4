import { Button } from "#kit/ui/button.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useAnswer, useAskedAgain } from "#kit/web/use-answer.ts";
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
  const answer = useAnswer(getVerification);
  const { data: view, failed, load, setData } = answer;
  useAskedAgain(answer, view?.status === "waiting" || view?.status === "pending", pollEveryMs);
  return (
    <Modal title={t("modal.title")} closeText={t("modal.close")} onClose={onClose}>
      {failed && <p role="alert">{t("modal.failed")}</p>}
      {!view && !failed && <Skeleton height={260} />}
      {view && <Steps view={view} onView={setData} onDocument={load} />}
    </Modal>
  );
}

interface StepsProps {
  readonly view: VerificationView;
  onView(view: VerificationView): void;
  /** The server has accepted a document. */
  onDocument(): Promise<void>;
}

function Steps({ view, onView, onDocument }: StepsProps) {
  const { t } = useTranslation("verification");
  const { api } = useClient();
  const { busy, submit } = useSubmit("verification");
  const isOpen = takesDocuments(view.status);
  const given = view.documents.map(({ kind }) => kind);
  const isReady = neededKinds.every(kind => given.includes(kind));
  const send = () =>
    submit(async () => {
      onView((await api.call(submitVerification, {})).data);
    });
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
      {view.level === 0 && view.birth_date !== "disputed" && (
        <IdentityForm view={view} onView={onView} onRefused={() => void onDocument()} />
      )}
      {isOpen &&
        documentKinds.map(kind => (
          <DocumentSlot
            key={kind}
            kind={kind}
            needed={neededKinds.includes(kind)}
            document={view.documents.find(each => each.kind === kind) ?? null}
            onView={shown => {
              onView(shown);
              // With concurrent uploads, no single response need have all of them.
              void onDocument();
            }}
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
