/**
 * A virus scanner. Each has a folder in `../providers` with its protocol and health check; the rest of the module has only what is
 * declared here.
 */
export interface Scanner {
  /** Rejects when there is no result. */
  scan(content: Uint8Array): Promise<"clean" | "bad">;
  /** Health check; rejects when the scanner is unavailable. */
  probe(): Promise<void>;
}

/** A scanner under the name that SCANNER_PROVIDER uses. */
export interface NamedScanner {
  readonly name: string;
  readonly provider: Scanner;
}
