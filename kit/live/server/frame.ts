import { deflateRawSync } from "node:zlib";

const opcodes = { text: 0x81, binary: 0x82 } as const;

/** A whole unmasked frame (RFC 6455, 5.2), so that one buffer can be written to any number of sockets. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = opcode;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, header);
  return frame;
}

/** A message in a text frame. */
export const textFrame = (text: string): Buffer => frameOf(opcodes.text, Buffer.from(text));

/** Bytes from which a message is compressed: what is shorter repeats little. */
const leastToCompress = 512;

/** A message for many sockets: encoded once, and compressed once (RFC 1951), when the first socket that takes compressed ones is written to. */
export class SharedFrame {
  readonly plain: Buffer;
  #compressed: Buffer | undefined;

  constructor(text: string) {
    this.plain = textFrame(text);
  }

  /** A binary frame, or the text frame where compressing would not make it shorter. */
  get compressed(): Buffer {
    this.#compressed ??= this.#compress();
    return this.#compressed;
  }

  #compress(): Buffer {
    const { plain } = this;
    if (plain.length < leastToCompress) return plain;
    // A header of text frames of this size is as long as the ten or four bytes before the payload.
    const header = plain[1] === 127 ? 10 : 4;
    const frame = frameOf(opcodes.binary, deflateRawSync(plain.subarray(header)));
    return frame.length < plain.length ? frame : plain;
  }
}

/** One message, for one socket or for any number. */
export type Frame = Buffer | SharedFrame;

/** What is written to a socket; `inflates`: to one that takes compressed messages. */
export function bytesOf(frame: Frame, inflates = false): Buffer {
  if (!(frame instanceof SharedFrame)) return frame;
  return inflates ? frame.compressed : frame.plain;
}
