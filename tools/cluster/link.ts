import { connect, createServer, type Socket } from "node:net";

/** A TCP forwarder on loopback that a drill can cut: then nothing passes, and neither side is notified. */
export interface Link {
  /** Holds back all data. Connections are still accepted and get no data, as when a network drops packets. */
  cut(): void;
  /** Forwards everything that was held back. */
  mend(): void;
  close(): Promise<void>;
}

export function openLink(port: number, targetPort: number): Promise<Link> {
  const sockets = new Set<Socket>();
  const held = new Set<() => void>();
  let isCut = false;

  function keep(socket: Socket, other: () => Socket | undefined): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      other()?.destroy();
    });
  }

  function forward(from: Socket): void {
    if (from.destroyed) return;
    const to = connect(targetPort, "127.0.0.1");
    keep(to, () => from);
    from.on("close", () => to.destroy());
    from.on("data", chunk => {
      if (!to.write(chunk)) from.pause();
    });
    to.on("data", chunk => {
      if (!from.write(chunk)) to.pause();
    });
    to.on("drain", () => !isCut && from.resume());
    from.on("drain", () => !isCut && to.resume());
    from.on("end", () => to.end());
    to.on("end", () => from.end());
    if (isCut) to.pause();
  }

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, socket => {
    keep(socket, () => undefined);
    const begin = () => {
      forward(socket);
      socket.resume();
    };
    if (isCut) held.add(begin);
    else begin();
  });
  const link: Link = {
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.resume();
      for (const begin of held) begin();
      held.clear();
    },
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(link));
  });
}
