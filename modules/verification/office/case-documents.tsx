import { X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import type { DocumentKind } from "#modules/verification/shared/contract.ts";
import { type IdentityCheck, openDocument } from "./contract.ts";
import { statusTone } from "./kyc.tsx";

/** Loaded with the first PDF that is opened. */
const PdfView = lazy(async () => ({ default: (await import("./pdf-view.tsx")).PdfView }));

interface Opened {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly type: string;
}

interface DocumentsProps {
  readonly id: string;
  readonly of: IdentityCheck;
}

/**
 * The documents of a check. Each is decrypted after the operator enters a reason, and dropped when they close it or leave the page; opened ones
 * are shown side by side.
 */
export function CaseDocuments({ id, of }: DocumentsProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { opened, open, close } = useOpened(id);
  return (
    <div className="kyc-documents">
      {opened.length > 0 && (
        <div className="panel kyc-view">
          {opened.map(each => (
            <Shown key={each.id} of={each} onClose={() => close(each.id)} />
          ))}
        </div>
      )}
      <Panel title={t("kyc.documents")} aside={<Tag tone={statusTone(of.status)}>{t(`kyc.status.${of.status}`)}</Tag>}>
        {of.documents.length === 0 && <p className="note muted">{t("kyc.no_documents")}</p>}
        <ul className="kyc-files">
          {of.documents.map(document => (
            <li key={document.id} className={opened.some(each => each.id === document.id) ? "on" : undefined}>
              <b>{t(`kyc.${document.kind}`)}</b>
              <small className="muted">
                {document.type}, {`${Math.ceil(document.size / 1024)} KiB`}, <Moment at={document.added_at} brief />
              </small>
              {may("kyc.documents") && (
                <Decide
                  action={t("kyc.view")}
                  title={t("kyc.view_title", { what: t(`kyc.${document.kind}`) })}
                  text={t("kyc.view_text")}
                  asksReason
                  onDecide={reason => open(document, reason)}
                />
              )}
            </li>
          ))}
        </ul>
        <p className="note">
          <Link className="link" to={`/players/${id}/timeline?kinds=document`}>
            {t("kyc.earlier")}
          </Link>
        </p>
      </Panel>
    </div>
  );
}

function useOpened(player: string) {
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const latest = useRef(opened);
  latest.current = opened;
  useEffect(() => () => latest.current.forEach(forget), []);
  return {
    opened,
    async open({ id, kind }: Pick<Opened, "id" | "kind">, reason: string): Promise<void> {
      const { data } = await call(openDocument, { params: { id: player, document: id }, body: { reason } });
      const bytes = Uint8Array.from(atob(data.content), letter => letter.charCodeAt(0));
      const type = data.type.includes("/") ? data.type : data.type === "pdf" ? "application/pdf" : `image/${data.type}`;
      const address = URL.createObjectURL(new Blob([bytes], { type }));
      setOpened(now => [
        ...now.filter(each => each.id !== id || void forget(each)),
        { id, kind, address, bytes, type },
      ]);
    },
    close(id: string) {
      setOpened(now => now.filter(each => each.id !== id || void forget(each)));
    },
  };
}

const forget = ({ address }: Opened) => URL.revokeObjectURL(address);

function Shown({ of, onClose }: { readonly of: Opened; onClose(): void }) {
  const { t } = useTranslation("office");
  const title = t(`kyc.${of.kind}`);
  return (
    <figure>
      <figcaption className="row">
        <b className="grow">{title}</b>
        <button type="button" className="btn s" aria-label={t("kyc.close", { what: title })} onClick={onClose}>
          <Icon of={X} size={14} />
        </button>
      </figcaption>
      {of.type.startsWith("image/") ? (
        <img className="document" src={of.address} alt={title} />
      ) : (
        <>
          <Suspense>
            <PdfView bytes={of.bytes} title={title} />
          </Suspense>
          <p className="note">
            <a className="btn s" href={of.address} download={`${of.kind}.pdf`}>
              {t("kyc.download")}
            </a>
          </p>
        </>
      )}
    </figure>
  );
}
