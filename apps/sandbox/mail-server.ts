import type { FastifyInstance } from "fastify";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { Outbox } from "./outbox.ts";

/** A mail server that accepts mail for every address and puts it into the outbox. Loopback only, hence without TLS. */
export function mountMailServer(app: FastifyInstance, options: { outbox: Outbox; port: number }): void {
  const { outbox, port } = options;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    size: 1_000_000,
    logger: false,
    onData(stream, session, done) {
      simpleParser(stream).then(
        mail => {
          const { subject, text = "", html, messageId } = mail;
          const replyTo = mail.replyTo?.value[0]?.address;
          for (const { address } of session.envelope.rcptTo)
            outbox.put({
              channel: "email" as const,
              to: address,
              text: text.trim(),
              ...(subject !== undefined && { subject }),
              ...(html && { html }),
              ...(replyTo !== undefined && messageId !== undefined && { replyTo, messageId }),
            });
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  // An aborted delivery is ignored.
  server.on("error", () => undefined);
  app.addHook("onListen", () => new Promise<void>(resolve => server.listen(port, "127.0.0.1", resolve)));
  app.addHook("onClose", () => new Promise<void>(resolve => server.close(() => resolve())));
}
