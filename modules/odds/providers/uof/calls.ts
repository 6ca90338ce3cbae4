import { parseXml, type XmlElement } from "./parse-xml.ts";

const callTimeoutMs = 5_000;

export interface UofCallsOptions {
  /** ODDS_URL */
  readonly url: string;
  /** ODDS_TOKEN */
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
}

export interface UofCall {
  readonly method?: "GET" | "POST";
  readonly body?: string;
}

export interface UofAnswer {
  readonly root: XmlElement;
  readonly text: string;
}

/** The calls beside the feed. An answer that is not a success is undefined when it says the request cannot be met (4xx), else an error. */
export interface UofCalls {
  readonly headers: Readonly<Record<string, string>>;
  call(path: string, call?: UofCall): Promise<UofAnswer | undefined>;
}

export function createCalls({ url, token, fetch }: UofCallsOptions): UofCalls {
  const headers: Readonly<Record<string, string>> = token === undefined ? {} : { "x-access-token": token };
  return {
    headers,
    async call(path, { method = "GET", body } = {}) {
      const typed = body === undefined ? headers : Object.assign({ "content-type": "application/xml" }, headers);
      const init = { method, headers: typed, redirect: "error", signal: AbortSignal.timeout(callTimeoutMs) } as const;
      const response = await fetch(url + path, body === undefined ? init : Object.assign({ body }, init));
      if (response.status >= 400 && response.status < 500) return undefined;
      if (!response.ok) throw new Error(`the odds provider answered ${response.status} to ${path}`);
      const text = await response.text();
      return { root: parseXml(text), text };
    },
  };
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** A text as the value of an attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, letter => escapes[letter] ?? letter);
