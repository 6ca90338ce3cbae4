import { lazy, Suspense, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { StatusPill } from "./status-pill.tsx";

const VerificationModal = lazy(() => import("./verification-modal.tsx"));

/** The status of the player's identity check, with a link to it. */
export function VerificationCard() {
  const { t } = useTranslation("verification");
  const verification = useSession(state => state.user?.verification);
  const needsProofOfAge = useSession(state => state.user?.needs_proof_of_age ?? false);
  const fetchUser = useFetchUser();
  const [open, setOpen] = useState(false);
  if (!verification) return null;
  const { status } = verification.data;
  return (
    <section className="card settings">
      <div className="row spread">
        <h2 className="display">{t("card.title")}</h2>
        <StatusPill status={status} />
      </div>
      {needsProofOfAge ? (
        <p className="note warn" role="status">
          {t("card.age")}
        </p>
      ) : (
        <p className="muted sm">{t(verification.is_need ? "card.needed" : "card.text")}</p>
      )}
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t(status === "success" || status === "verified" ? "card.look" : "card.open")}
        </Button>
      </div>
      {open && (
        <Suspense>
          <VerificationModal
            onClose={() => {
              setOpen(false);
              void fetchUser();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
