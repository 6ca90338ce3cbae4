import { SMTPServer } from "smtp-server";
import type { Host } from "#kit/host/host.ts";
import { largestMail, MailRefused } from "./read-mail.ts";
import type { ArrivedMail } from "./receive-mail.ts";
import type { ReplyAddresses } from "./reply-address.ts";

const idleMs = 30_000;
/** One mail, from its first byte to its last. */
const longestMs = 120_000;
const mostClients = 10;

export interface MailListener {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Receives mail for reply addresses from the relay in front. It knows no other recipient, sends nothing, and bounds each mail in bytes and
 * time. Undefined without MAIL_LISTEN, and in a process that serves games only: it may run beside one that listens.
 */
export function createMailListener(
  host: Pick<Host, "config" | "clock" | "log" | "metrics">,
  addresses: ReplyAddresses | undefined,
  receive: (mail: ArrivedMail) => Promise<string>,
): MailListener | undefined {
  const { MAIL_LISTEN: listen, SERVICES: services } = host.config;
  if (listen === undefined || !addresses || services?.includes("general") === false) return undefined;
  const [, address = "127.0.0.1", port = ""] = /^(?:(.*):)?([0-9]+)$/.exec(listen) ?? [];
  const outcomes = host.metrics.counter("support_mails_total", "Mails received for support", ["outcome"]);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    size: largestMail,
    maxClients: mostClients,
    socketTimeout: idleMs,
    closeTimeout: 1_000,
    onRcptTo({ address: to }, session, done) {
      if (session.envelope.rcptTo.length > 0) return done(new MailRefused(452, "One recipient at a time"));
      return addresses.parse(to) ? done() : done(new MailRefused(550, "No such mailbox"));
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      let bytes = 0;
      const cancel = host.clock.after(longestMs, () => {
        for (const connection of server.connections) if (connection.id === session.id) connection.close();
      });
      stream.on("data", (piece: Buffer) => {
        bytes += piece.length;
        if (bytes <= largestMail) pieces.push(piece);
        else pieces.length = 0;
      });
      stream.on("error", () => cancel());
      stream.on("end", () => {
        cancel();
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          to: rcptTo[0]?.address ?? "",
          returnPath: mailFrom ? mailFrom.address : "",
          raw: Buffer.concat(pieces),
        };
        const outcome =
          bytes > largestMail ? Promise.reject(new MailRefused(552, "The message is too large")) : receive(mail);
        outcome.then(
          what => {
            outcomes.inc({ outcome: what });
            done(null, "Received");
          },
          (error: Error) => done(refusal(error)),
        );
      });
    },
  });
  // A client that breaks off.
  server.on("error", error => host.log.debug({ err: error }, "a mail client failed"));

  function refusal(error: Error): Error {
    if (error instanceof MailRefused) {
      outcomes.inc({ outcome: "refused" });
      return error;
    }
    host.log.error({ err: error }, "a mail for support was not stored: its sender tries again");
    outcomes.inc({ outcome: "failed" });
    return new MailRefused(451, "Try again later");
  }

  return {
    start: () =>
      new Promise((resolve, reject) => {
        server.server.once("error", reject);
        server.listen(Number(port), address, () => {
          server.server.off("error", reject);
          resolve();
        });
      }),
    stop: () => new Promise(resolve => server.close(() => resolve())),
  };
}
