import { type Language, languageData } from "#kit/i18n/locale.ts";

/** Files that conversations take; their type is detected from their bytes. */
export const attachmentTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf", "text/plain"] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** `unscanned`: no scanner is configured. */
export const attachmentStates = ["waiting", "clean", "bad", "unscanned"] as const;
export type AttachmentState = (typeof attachmentStates)[number];

/** Bytes of one file. */
export const largestAttachment = 10 * 1024 * 1024;
/** Files chosen at a time, and of one writer in a day. */
export const mostAtOnce = 5;
export const mostInADay = 50;
/** Links to files work once, within this time. */
export const linkMs = 60_000;

const extensions: Readonly<Record<AttachmentType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/plain": "txt",
};
const longestBase = 80;

/** The name as it is stored: without path, control and direction characters, and with the extension of what the file is. */
export function attachmentName(given: string, type: AttachmentType): string {
  const base = given
    .replace(/^.*[\\/]/, "")
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, "")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}"<>:|?*]/gu, "")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return `${[...base].slice(0, longestBase).join("") || "file"}.${extensions[type]}`;
}

export const isImage = (type: AttachmentType): boolean => type.startsWith("image/");

/** A size as people read it: whole kilobytes, or megabytes with one decimal. */
export function shownSize(
  bytes: number,
  language: Language,
): { readonly unit: "kilobytes" | "megabytes"; readonly n: string } {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  const { format } = new Intl.NumberFormat(languageData(language).intl.counts, { maximumFractionDigits: 1 });
  return kilobytes < 1024
    ? { unit: "kilobytes", n: format(kilobytes) }
    : { unit: "megabytes", n: format(bytes / 1024 / 1024) };
}
