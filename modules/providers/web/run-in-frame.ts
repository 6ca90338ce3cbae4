const timeoutMs = 30_000;

/**
 * Runs a verifier module in a sandboxed frame of no origin, in a worker there, and returns what `verify(record)` returned. Rejects where it
 * failed or took too long; the frame is removed either way.
 */
export function runInFrame(module: string, record: object): Promise<unknown> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.title = "";
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the verifier module took too long")), timeoutMs);
    port1.onmessage = ({ data }: MessageEvent<{ text?: unknown; error?: unknown }>) => {
      clearTimeout(timer);
      if (typeof data.text !== "string") return reject(new Error(String(data.error)));
      try {
        resolve(JSON.parse(data.text));
      } catch (error) {
        reject(error);
      }
    };
    frame.onload = () => {
      // The frame has no origin that could be named; what it is given is public.
      frame.contentWindow?.postMessage({ module, record: JSON.stringify(record) }, "*", [port2]);
    };
  });
  frame.src = "/verifier-frame";
  document.body.append(frame);
  return answered.finally(() => {
    port1.close();
    frame.remove();
  });
}
