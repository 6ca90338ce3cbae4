import { hash } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable, validationFailed } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { ImageRefused, type ImageRules, reEncodeImage } from "#kit/images/re-encode-image.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type AttachmentType, attachmentName, isImage, largestAttachment, linkMs } from "../shared/attachment.ts";
import { fileTooLarge, fileUnavailable, fileUnsupported } from "../shared/errors.ts";
import {
  type AttachmentRow,
  attachmentById,
  insertAttachment,
  insertLink,
  stateOfAttachment,
  storeScanResult,
  takeLink,
} from "./attachment-store.ts";
import { attachmentTypeOf } from "./attachment-type.ts";
import type { ConversationBoard } from "./conversation-board.ts";
import { conversationById, type Visitor } from "./conversation-store.ts";
import type { NamedScanner } from "./scanner.ts";

export const sealPurpose = "fairhouse support files";

/** The job that scans one file. */
export const scanJob = "support.scan";

/** A file that was read and may be stored. */
export interface AcceptedFile {
  readonly name: string;
  readonly type: AttachmentType;
  readonly bytes: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
}

/** A file as it is served. */
export interface ServedFile {
  readonly name: string;
  readonly type: AttachmentType;
  readonly bytes: Uint8Array;
}

const imageRules: ImageRules = {
  types: ["image/jpeg", "image/png", "image/webp"],
  mostPixelsPerSide: 12_000,
  mostPixels: 24_000_000,
  fitInto: 4_000,
};

/** Files of conversations: read, stored sealed, scanned, and served by one-time links. */
export class Attachments {
  readonly #host: Host;
  readonly #board: ConversationBoard;
  readonly #scanner: NamedScanner | undefined;
  readonly #seal: ReturnType<typeof createSecretSeal>;

  constructor(host: Host, board: ConversationBoard, scanner: NamedScanner | undefined) {
    this.#host = host;
    this.#board = board;
    this.#scanner = scanner;
    this.#seal = createSecretSeal(host, sealPurpose);
  }

  /**
   * Reads what was sent; an image is re-encoded, so that only its picture is stored. Outside any transaction, because it takes time. Fails
   * with `file_too_large`, `file_unsupported`.
   */
  async accept(givenName: string, bytes: Uint8Array): Promise<AcceptedFile> {
    if (bytes.length > largestAttachment) fail(fileTooLarge);
    const type = attachmentTypeOf(bytes) ?? fail(fileUnsupported);
    const name = attachmentName(givenName, type);
    if (!isImage(type)) return { name, type, bytes, width: null, height: null };
    const image = await readImage(bytes);
    return { name, type, ...image };
  }

  /** Stores it as the content of a message that this transaction has added. */
  async store(tx: Tx, message: { readonly conversation: Uuid; readonly number: number }, file: AcceptedFile) {
    const { ids, clock } = this.#host;
    const id = ids.next();
    const { name, type, bytes, width, height } = file;
    const state = this.#scanner ? "waiting" : "unscanned";
    const row: AttachmentRow = { id, name, type, size: bytes.length, width, height, state };
    await insertAttachment(tx, { ...message, now: new Date(clock.now()) }, row, this.#seal.seal(bytes, labelOf(id)));
    if (this.#scanner) await enqueue(tx, scanJob, { id }, { queue: "support-scan" });
  }

  /** The job: it fails, and is tried again, while the scanner gives no result. */
  async scan(payload: unknown): Promise<void> {
    const id = z.parse(jobPayload, payload).id as Uuid;
    const file = await attachmentById(this.#host.db, id);
    if (file?.state !== "waiting" || file.content === null) return;
    if (!this.#scanner) throw new Error("no scanner is configured: SCANNER_URL");
    const state = await this.#scanner.provider.scan(this.#seal.open(file.content, labelOf(id)));
    if (state === "bad") this.#host.log.warn({ file: id }, "a file of a conversation failed the scan and was deleted");
    await this.#host.db.tx(async tx => {
      const at = await storeScanResult(tx, id, state);
      const conversation = at && (await conversationById(tx, at.conversation));
      if (conversation) await this.#board.announce(tx, conversation, { message: at.number });
    });
  }

  /** A path on the host of files, for one read within a minute. `visitor` null: an operator's. Fails with `not_found`, `file_unavailable`. */
  async link(tx: Tx, id: Uuid, visitor: Visitor | null): Promise<string> {
    const state = (await stateOfAttachment(tx, id, visitor)) ?? fail(notFound);
    if (state === "waiting" || state === "bad") fail(fileUnavailable);
    const token = Buffer.from(this.#host.random.bytes(32)).toString("base64url");
    await insertLink(tx, hashOf(token), id, new Date(this.#host.clock.now() + linkMs));
    return `/${token}`;
  }

  /** The file of a link, once. */
  async open(token: string): Promise<ServedFile | undefined> {
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
    const file = await takeLink(this.#host.db, hashOf(token), new Date(this.#host.clock.now()));
    if (!file?.content) return undefined;
    return { name: file.name, type: file.type, bytes: this.#seal.open(file.content, labelOf(file.id)) };
  }
}

const jobPayload = z.object({ id: uuidField });
const labelOf = (id: Uuid) => `support file:${id}`;
const hashOf = (token: string): Uint8Array => hash("sha256", token, "buffer");

async function readImage(bytes: Uint8Array) {
  try {
    const { bytes: encoded, width, height } = await reEncodeImage(bytes, imageRules);
    return { bytes: encoded, width, height };
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    if (error.reason === "busy") return fail(unavailable, { retryAfter: 5 });
    return fail(error.reason === "size" ? fileTooLarge : fileUnsupported);
  }
}

/** The bytes of a file in a call's body. Fails with `validation_failed` (`content`). */
export function fileBytes(content: string): Uint8Array {
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64").replace(/=+$/, "") !== content.replace(/=+$/, ""))
    fail(validationFailed, { errors: { content: ["file_invalid"] } });
  return bytes;
}
