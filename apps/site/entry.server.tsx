import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { type RequestContext, requestContext } from "#kit/web/context.ts";
import { NonceContext } from "#kit/web/nonce.ts";
import { createTextStore, TextContext, type TextStore } from "#kit/web/texts.tsx";
import { paintFirstStream } from "./paint-first.ts";
import { allTexts, textsOf } from "./texts.ts";

const timeoutMs = 5_000;

/**
 * Puts the host's values into the context of one rendering. Keys compare by identity and this bundle has its own copies
 * of every module, so the host creates the provider and the bundle fills it.
 */
export function fillContext(context: RouterContextProvider, host: RequestContext): void {
  context.set(requestContext, host);
}

interface ReadyTexts {
  readonly own: string | undefined;
  readonly store: Promise<TextStore>;
}
const stores = new Map<Locale, ReadyTexts>();

/** All texts of a language, read once for all visitors until operators change one. */
function textStoreOf(locale: Locale, own: string | undefined): Promise<TextStore> {
  const known = stores.get(locale);
  if (known?.own === own && known) return known.store;
  const store = createTextStore(languageOf(locale), textsOf(locale), undefined, own);
  const ready = Promise.all(allTexts.map(store.load)).then(() => store);
  stores.set(locale, { own, store: ready });
  return ready;
}

/** One page. Crawlers get it complete, browsers get it streamed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, locale, ownTexts } = context.get(requestContext);
  const texts = await textStoreOf(locale, ownTexts);
  const whole = isbot(request.headers.get("user-agent"));
  return new Promise((resolve, reject) => {
    let sent = false;
    let code = status;
    const send = () => {
      sent = true;
      // Vite's own scripts must stay in their order.
      const body = import.meta.env.DEV ? new PassThrough() : paintFirstStream();
      headers.set("content-type", "text/html; charset=utf-8");
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <TextContext value={texts}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </TextContext>
      </NonceContext>,
      {
        nonce,
        // A page whose parts are ready is sent as one chunk: its content must not wait for a script, nor push the footer down.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        [whole ? "onAllReady" : "onShellReady"]: send,
        onAllReady: () => {
          clearTimeout(timer);
          if (!sent) send();
        },
        onShellError: error => {
          clearTimeout(timer);
          reject(error);
        },
        onError: error => {
          code = 500;
          if (sent) context.get(requestContext).failed(error);
        },
      },
    );
    const timer = setTimeout(() => abort(new Error("the page took too long")), timeoutMs);
  });
}
