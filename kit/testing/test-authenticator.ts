import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

interface Question {
  readonly challenge: string;
}

/** A test device that creates and uses one passkey; it can also misbehave as no honest device would. */
export function testAuthenticator(rpId: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  const id = createHash("sha256").update(String(jwk.x)).digest();
  const state = { counter: 0, origin, verified: true };

  function authenticatorData(attested?: Buffer): Buffer {
    const flags = Buffer.from([0x01 | (state.verified ? 0x04 : 0) | (attested ? 0x40 : 0)]);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++state.counter);
    return Buffer.concat([sha256(rpId), flags, counter, attested ?? Buffer.alloc(0)]);
  }
  function clientData(type: "webauthn.create" | "webauthn.get", { challenge }: Question): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: state.origin, crossOrigin: false }));
  }
  const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" as const };

  return {
    state,
    id: named.id,
    make(question: Question) {
      const key = new Map<number, number | Uint8Array>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Uint8Array.from(Buffer.from(String(jwk.x), "base64url"))],
        [-3, Uint8Array.from(Buffer.from(String(jwk.y), "base64url"))],
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key as never)]));
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", Uint8Array.from(data)],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData("webauthn.create", question).toString("base64url"),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    use(question: Question) {
      const data = authenticatorData();
      const client = clientData("webauthn.get", question);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
