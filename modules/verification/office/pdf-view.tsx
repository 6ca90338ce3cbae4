import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";

/** Also sandboxed by its own policy: see apps/server/pdf-frame.ts. */
const frameAddress = "/pdf-frame";
/** A PDF that takes longer is treated as failed. */
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
 * A player's PDF, rendered by pdf.js in a frame of an opaque origin, which receives the bytes and reports what it has drawn.
 * The frame's messages are not trusted: they can only change the status text beside it.
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
        // The policy lets this frame show pages of this host only, and an opaque origin has no name to target.
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
