import { connect, type Socket } from "node:net";

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

interface Waiting {
  resolve(answer: HttpAnswer): void;
  reject(error: Error): void;
}

const headEnd = Buffer.from("\r\n\r\n");

/**
 * One persistent HTTP/1.1 connection with one request at a time, as lean as possible: the client shares the cores with the server
 * it loads. Supports only responses with a content-length.
 */
export class HttpClient {
  readonly #socket: Socket;
  #read: Buffer = Buffer.alloc(0);
  #waiting: Waiting | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", chunk => this.#receive(chunk));
    this.#socket.on("error", error => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("the server closed the connection")));
  }

  /** @param text head and body, as they travel */
  ask(text: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#read = this.#read.length === 0 ? chunk : Buffer.concat([this.#read, chunk]);
    const end = this.#read.indexOf(headEnd);
    if (end < 0) return;
    const head = this.#read.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#read.length < end + 4 + length) return;
    const body = this.#read.subarray(end + 4);
    this.#read = Buffer.alloc(0);
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
