import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { OutcomeName } from "#modules/odds/web/selections.ts";
import { shareSelections } from "../shared/share-contract.ts";

/** Makes a code for selections, and shows the link that opens them on another bet slip. */
export function ShareButton({ selections }: { selections: readonly OutcomeName[] }) {
  const { t } = useTranslation("betting");
  const { lines } = useErrorTexts("betting");
  const [code, setCode] = useState<string | null>(null);
  const share = useMutation(shareSelections);
  async function make(): Promise<void> {
    const legs = selections.map(({ event, market, spec, outcome }) => ({ event, market, spec, outcome }));
    try {
      setCode((await share.mutate({ body: { legs } })).code);
    } catch (error) {
      notify({ kind: "error", lines: [t("share.failed"), ...lines(error)] });
    }
  }
  return (
    <>
      <Button variant="ghost" busy={share.isPending} onClick={() => void make()}>
        <Icon of={Share2} size={16} /> {t("share.open")}
      </Button>
      {code !== null && <ShareDialog code={code} onClose={() => setCode(null)} />}
    </>
  );
}

function ShareDialog({ code, onClose }: { code: string; onClose(): void }) {
  const { t } = useTranslation("betting");
  const href = useHref();
  const link = `${location.origin}${href(`/betting/s/${code}`)}`;
  return (
    <Modal title={t("share.title")} closeText={t("slip.close")} onClose={onClose}>
      <div className="col gap-3">
        <p>{t("share.note")}</p>
        <div className="input-box">
          <input readOnly value={link} aria-label={t("share.link")} onFocus={event => event.target.select()} />
          <CopyButton value={link} text={t("share.copy")} done={t("share.copied")} />
        </div>
        {"share" in navigator && (
          <Button variant="primary" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
            <Icon of={Share2} size={17} /> {t("share.send")}
          </Button>
        )}
      </div>
    </Modal>
  );
}
