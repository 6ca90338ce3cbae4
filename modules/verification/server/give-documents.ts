import { fail } from "#kit/contract/error-code.ts";
import { unavailable, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import { ImageRefused, type ImageRules, reEncodeImage } from "#kit/images/re-encode-image.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type DocumentKind, neededKinds } from "../shared/contract.ts";
import { documentsMissing, verificationClosed } from "../shared/errors.ts";
import { type FileType, fileTypeOf, largestFile } from "../shared/file-type.ts";
import { takesDocuments } from "../shared/status.ts";
import type { CheckProvider } from "./provider.ts";
import { noteStep } from "./steps.ts";
import {
  type Case,
  documentsOf,
  lockByReference,
  lockCase,
  noteStatus,
  noteSubmission,
  putDocument,
  sealedDocuments,
} from "./store.ts";

export const orderJob = "verification-order";

/** Stores a document, encrypted; a photo is re-encoded, so that only its picture is stored. Fails with `validation_failed` (`content`), then `verification_closed`. */
export async function addDocument(
  host: Host,
  seal: SecretSeal,
  player: PlayerId,
  given: { readonly kind: DocumentKind; readonly content: string },
): Promise<void> {
  const { bytes, type } = await readDocument(given.content);
  const id = host.ids.next();
  const facts = { id, kind: given.kind, type, size: bytes.length, addedAt: new Date(host.clock.now()) };
  await host.db.tx(async tx => {
    requireOpen(await lockCase(tx, player));
    await putDocument(tx, player, { ...facts, content: seal.seal(bytes, `document:${id}`) });
  });
}

/** Submits the documents through a job created in the same transaction. Fails with `verification_closed`, `documents_missing`. */
export async function submit(host: Host, player: PlayerId): Promise<void> {
  await host.db.tx(async tx => {
    requireOpen(await lockCase(tx, player));
    await requireDocuments(tx, player);
    const reference = host.ids.next();
    const now = new Date(host.clock.now());
    await noteSubmission(tx, player, reference, now);
    await noteStep(tx, { player, step: "submitted", by: "player", now });
    await enqueue(tx, orderJob, { reference }, { key: `check:${reference}` });
  });
}

/** The job: orders the check. A second run orders the same one; nothing is sent for a decided submission. */
export async function orderCheck(
  host: Host,
  seal: SecretSeal,
  provider: CheckProvider | undefined,
  reference: Uuid,
): Promise<void> {
  const player = await host.db.tx(async tx => {
    const found = await lockByReference(tx, reference);
    return found?.status === "waiting" ? found.playerId : null;
  });
  if (player === null) return;
  if (!provider) throw new Error("no verification provider is configured: KYC_URL and KYC_SECRET");
  const documents = (await sealedDocuments(host.db, player)).map(({ id, kind, type, content }) => ({
    kind,
    type,
    content: seal.open(content, `document:${id}`),
  }));
  await provider.order({ reference, documents });
  await host.db.tx(async tx => {
    const found = await lockByReference(tx, reference);
    // The result may have arrived first.
    if (found?.status === "waiting") await noteStatus(tx, player, "pending", null, new Date(host.clock.now()));
  });
}

/** Fails with `documents_missing`. */
export async function requireDocuments(tx: Tx, player: PlayerId): Promise<void> {
  const given = (await documentsOf(tx, player)).map(({ kind }) => kind);
  const missing = neededKinds.filter(kind => !given.includes(kind));
  if (missing.length > 0) fail(documentsMissing, { data: { missing } });
}

function requireOpen({ status }: Case): void {
  if (!takesDocuments(status)) fail(verificationClosed, { data: { status } });
}

const refuse = (key: string) => fail(validationFailed, { errors: { content: [key] } });

async function readDocument(content: string): Promise<{ readonly bytes: Uint8Array; readonly type: FileType }> {
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64").replace(/=+$/, "") !== content.replace(/=+$/, "")) return refuse("document_invalid");
  if (bytes.length > largestFile) return refuse("document_too_large");
  const type = fileTypeOf(bytes) ?? refuse("document_type_unknown");
  return { bytes: type === "application/pdf" ? bytes : await readPhoto(bytes), type };
}

/** A phone photo has up to 50 million pixels; operators and the provider read 4,000 per side. */
const photoRules: ImageRules = {
  types: ["image/jpeg", "image/png"],
  mostPixelsPerSide: 12_000,
  mostPixels: 50_000_000,
  fitInto: 4_000,
};

async function readPhoto(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return (await reEncodeImage(bytes, photoRules)).bytes;
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    return error.reason === "busy" ? fail(unavailable, { retryAfter: 5 }) : refuse("document_image_invalid");
  }
}
