import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";

/** Sandboxed by its own policy as well: see apps/server/pdf-frame.ts. */
const frameAddress = "/pdf-frame";
/** A PDF that is not drawn by then is not drawn at all. */
const timeoutMs = 30_000;

type Failure = "broken" | "password" | "large" | "slow";
type State =
  | { readonly is: "drawing" }
  | { readonly is: "shown"; readonly pages: number; readonly of: number; readonly total: number }
  | { readonly is: "failed"; readonly why: Failure };

interface PdfViewProps {
  readonly bytes: Uint8Array;
  readonly title: string;
}

/**
 * A player's PDF, drawn by pdf.js in a frame of an opaque origin, which is given the bytes and answers with what it has drawn. What
 * the frame says is not trusted: it can only change what stands beside it.
 */
export function PdfView({ bytes, title }: PdfViewProps) {
  const { t } = useTranslation("office");
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<State>({ is: "drawing" });
  useEffect(() => {
    let isHandedOver = false;
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      const inside = frame.current?.contentWindow;
      if (!inside || source !== inside || origin !== "null") return;
      const message = readMessage(data);
      if (message === "ready" && !isHandedOver) {
        isHandedOver = true;
        const copy = bytes.slice().buffer;
        // Nobody else can be there: the policy lets this frame show pages of this host only, and an opaque origin has no name.
        inside.postMessage({ bytes: copy, pageLabel: t("kyc.pdf_page", { n: "{n}", total: "{total}" }) }, "*", [copy]);
      } else if (message !== undefined && message !== "ready") setState(message);
    };
    addEventListener("message", onMessage);
    const timer = setTimeout(
      () => setState(now => (now.is === "drawing" ? { is: "failed", why: "slow" } : now)),
      timeoutMs,
    );
    return () => {
      removeEventListener("message", onMessage);
      clearTimeout(timer);
    };
  }, [bytes, t]);
  if (state.is === "failed")
    return (
      <p className="note bad" role="alert">
        {t(`kyc.pdf_${state.why}`)}
      </p>
    );
  return (
    <>
      <iframe ref={frame} className="pdf" title={title} sandbox="allow-scripts" src={frameAddress} />
      <p className="note muted" role="status">
        {state.is === "drawing"
          ? t("kyc.pdf_drawing")
          : t("kyc.pdf_shown", { n: String(state.pages), total: String(state.total) })}
      </p>
    </>
  );
}

const failures: readonly string[] = ["broken", "password", "large"] satisfies readonly Failure[];

function readMessage(data: unknown): "ready" | State | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { type, why, pages, of, total } = data as Readonly<Record<string, unknown>>;
  if (type === "ready") return "ready";
  if (type === "failed" && typeof why === "string" && failures.includes(why))
    return { is: "failed", why: why as Failure };
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
  if (type === "shown" && isCount(pages) && isCount(of) && isCount(total)) return { is: "shown", pages, of, total };
  return undefined;
}
