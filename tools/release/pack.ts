import { createHash, createPrivateKey, sign } from "node:crypto";
import { gzipSync } from "node:zlib";

export interface ReleaseFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Without a time or a name in its header. */
export const gzipped = (tar: Uint8Array): Uint8Array => gzipSync(tar, { level: 9 });

/** As `sha256sum --check` reads it. */
export const sums = (files: readonly ReleaseFile[]): string =>
  files.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join("");

interface Source {
  readonly commit: string;
  readonly version: string;
}

const payloadType = "application/vnd.in-toto+json";

/** An in-toto statement of where the files come from. */
export function provenanceOf(files: readonly ReleaseFile[], { commit, version }: Source): string {
  return JSON.stringify({
    _type: "https://in-toto.io/Statement/v1",
    subject: files.map(({ name, bytes }) => ({ name, digest: { sha256: sha256(bytes) } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:fairhouse:npm-run-release-pack:1",
        externalParameters: { version },
        resolvedDependencies: [{ uri: "urn:fairhouse:source", digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: "urn:fairhouse:npm-run-release" } },
    },
  });
}

/** RFC 8410: the prefix of an Ed25519 key whose seed follows. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** A DSSE envelope over the statement, signed with Ed25519. @param seed 32 bytes in hex */
export function signedEnvelope(statement: string, seed: string): string {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, Buffer.from(seed, "hex")]),
    format: "der",
    type: "pkcs8",
  });
  const signature = sign(null, preAuthentication(statement), key).toString("base64");
  return JSON.stringify({
    payloadType,
    payload: Buffer.from(statement).toString("base64"),
    signatures: [{ sig: signature }],
  });
}

/** What is signed: type and length bind the payload. */
export const preAuthentication = (statement: string): Uint8Array =>
  Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${Buffer.byteLength(statement)} ${statement}`);
