import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { inflateRawSync } from "node:zlib";

const headEnd = Buffer.from("\r\n\r\n");
/** Pings of the server are empty. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** All sockets of a channel get the same bytes, one after the other: they are inflated once, since the client is no phone per socket. */
let inflated = { from: Buffer.alloc(0), text: Buffer.alloc(0) };

function inflate(bytes: Buffer): Buffer {
  if (!inflated.from.equals(bytes)) inflated = { from: Buffer.from(bytes), text: inflateRawSync(bytes) };
  return inflated.text;
}

/**
 * One socket to the server, as lean as possible: the client shares the cores with the server it loads. Sends text frames with a
 * mask of zeros (RFC 6455 requires a mask, and zeros leave the text as it is), reads whole unmasked ones, replies to pings.
 */
export class SocketClient {
  /** Counted from the first frame on. */
  bytes = 0;
  frames = 0;
  onText: (text: Buffer) => void = () => {};
  readonly #socket: Socket;
  #read: Buffer = Buffer.alloc(0);
  #closed = false;

  /** Code and reason of the close frame. */
  #why = "without a word";

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Connects and sends hello; resolves at the welcome message. */
  static open(port: number, token?: string): Promise<SocketClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      const client = new SocketClient(socket);
      const fail = (error: Error) => reject(error);
      socket.on("error", fail).on("close", () => client.#lost());
      socket.write(
        `GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
      );
      socket.once("data", chunk => {
        const end = chunk.indexOf(headEnd);
        if (!chunk.toString("latin1", 0, 12).endsWith("101")) return fail(new Error(chunk.toString()));
        client.onText = text => (text.includes('"welcome"') ? resolve(client) : fail(new Error(text.toString())));
        socket.on("data", more => client.#receive(more));
        client.#receive(chunk.subarray(end + 4));
        client.send(JSON.stringify({ hello: { locale: "en", deflate: true, ...(token && { token }) } }));
      });
    });
  }

  send(text: string): void {
    const length = Buffer.byteLength(text);
    const header = length < 126 ? 6 : 8;
    const frame = Buffer.allocUnsafe(header + length);
    frame[0] = 0x81;
    if (header === 6) frame[1] = 0x80 | length;
    else {
      frame[1] = 0x80 | 126;
      frame.writeUInt16BE(length, 2);
    }
    frame.writeUInt32BE(0, header - 4);
    frame.write(text, header);
    this.#socket.write(frame);
  }

  /** Resolves with the next text. */
  next(): Promise<Buffer> {
    return new Promise(resolve => {
      this.onText = resolve;
    });
  }

  close(): void {
    this.#closed = true;
    this.#socket.destroy();
  }

  /** A load without one of its clients is no measurement. */
  #lost(): void {
    if (!this.#closed) throw new Error(`the server closed a socket: ${this.#why}`);
  }

  #receive(chunk: Buffer): void {
    this.#read = this.#read.length === 0 ? chunk : Buffer.concat([this.#read, chunk]);
    while (!this.#closed && this.#read.length >= 2) {
      const short = (this.#read[1] ?? 0) & 0x7f;
      const header = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.#read.length < header) return;
      const length =
        header === 2 ? short : header === 4 ? this.#read.readUInt16BE(2) : Number(this.#read.readBigUInt64BE(2));
      if (this.#read.length < header + length) return;
      const text = this.#read.subarray(header, header + length);
      const kind = this.#read[0];
      this.#read = this.#read.subarray(header + length);
      this.bytes += header + length;
      this.frames += 1;
      if (kind === 0x81) this.onText(text);
      else if (kind === 0x82) this.onText(inflate(text));
      else if (kind === 0x89) this.#socket.write(pong);
      else if (kind === 0x88) this.#why = `${text.readUInt16BE(0)} ${text.toString("utf8", 2)}`;
    }
  }
}
