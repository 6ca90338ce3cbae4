import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { type ErrorCode, Failure } from "#kit/contract/error-code.ts";
import { internal, notFound, tooManyRequests } from "#kit/contract/errors.ts";
import { type ClientMessage, closeCodes, type Hello, helloWithinMs } from "#kit/contract/socket.ts";
import type { Clock } from "#kit/host/host.ts";
import { type Answer, failureAnswer } from "#kit/http/answer.ts";
import type { DispatcherPorts } from "#kit/http/dispatcher.ts";
import type { Operator, Session } from "#kit/http/handler.ts";
import { readLocale } from "#kit/i18n/locale.ts";
import type { Log } from "#kit/log/log.ts";
import type { Allowances } from "./allowances.ts";
import type { FoundCall } from "./call-finder.ts";
import type { ChannelDirectory } from "./channel-directory.ts";
import type { ChannelHub, Member } from "./channel-hub.ts";
import { bytesOf, type Frame, textFrame } from "./frame.ts";
import { readMessage } from "./message.ts";
import { type Caller, SocketCall } from "./socket-call.ts";

/** What the live server gives each connection. */
export interface ConnectionPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly channels: ChannelDirectory;
  readonly findCall: (name: string) => FoundCall | undefined;
  readonly authenticate: DispatcherPorts["authenticate"];
  readonly newRequestId: () => string;
  readonly allowances: Allowances;
  /** The session of a connection became known. */
  readonly joined: (connection: Connection, session: Session) => void;
  readonly dropped: (reason: string) => void;
}

/** A reader that is this many bytes behind is closed. */
const mostBuffered = 1024 * 1024;
const mostSubscriptions = 32;
const mostCommandsInFlight = 64;
const mostEarly = 64;
/** Messages: this many at once, refilled by so many a second; a socket that continues when it is empty is closed. */
const burst = 400;
const perSecond = 200;
const patience = 200;
/** A subscription that is refused for its rate takes as much as so many messages, or one that is repeated for ever would be refused for ever. */
const refusalCost = 10;

type Command = Extract<ClientMessage, { call: string }>;

/** One socket: hello within five seconds, then subscriptions and commands until it is closed. */
export class Connection implements Member {
  session: Session | null = null;
  readonly operator: Operator | null;
  /** False if it has neither sent a message nor answered a ping since the last sweep. */
  alive = true;
  #caller: Caller;
  #greeted = false;
  #greeting = false;
  /** It takes compressed messages. */
  #inflates = false;
  #closing = false;
  /** Messages that arrived right behind the hello, while the token was being looked up. */
  readonly #early: Exclude<ClientMessage, Hello>[] = [];
  #inFlight = 0;
  #allowance = burst;
  #allowanceAt: number;
  readonly #subscriptions = new Set<ChannelHub>();
  /** Names whose access rule is being asked. */
  readonly #asked = new Set<string>();
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #ports: ConnectionPorts;
  readonly #cancelHello: () => void;

  constructor(ws: WebSocket, socket: Duplex, caller: Caller, ports: ConnectionPorts, operator: Operator | null = null) {
    this.#ws = ws;
    this.#socket = socket;
    this.#caller = caller;
    this.#ports = ports;
    this.operator = operator;
    this.#allowanceAt = ports.clock.monotonic();
    this.#cancelHello = ports.clock.after(helloWithinMs, () => this.close(closeCodes.noHello, "no hello"));
    ws.on("message", (data, binary) => this.#receive(data, binary));
    ws.on("pong", () => {
      this.alive = true;
    });
    ws.on("close", () => {
      this.#closing = true;
      this.leave();
    });
    // A frame that is too large or malformed is closed by ws with the right code.
    ws.on("error", () => {});
  }

  get ip(): string {
    return this.#caller.ip;
  }

  write(frame: Frame): void {
    if (this.#closing || this.#ws.readyState !== this.#ws.OPEN) return;
    this.#socket.write(bytesOf(frame, this.#inflates));
    if (this.#socket.writableLength > mostBuffered) this.dropSlow();
  }

  dropSlow(): void {
    this.#ports.dropped("slow");
    this.close(closeCodes.slowReader, "slow reader");
  }

  /** Closes with a reason; terminates the connection if the peer does not respond within a second. */
  close(code: number, reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.leave();
    this.#ws.close(code, reason);
    this.#ports.clock.after(1000, () => this.#ws.terminate());
  }

  ping(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
  }

  terminate(): void {
    this.#ws.terminate();
  }

  /** Ends all subscriptions. */
  leave(): void {
    this.#cancelHello();
    for (const hub of this.#subscriptions) hub.unsubscribe(this);
    this.#subscriptions.clear();
    this.#asked.clear();
  }

  #receive(data: RawData, binary: boolean): void {
    if (this.#closing) return;
    this.alive = true;
    const message = binary ? undefined : readMessage(data.toString());
    const allowed = this.#take();
    if (!message) this.#misuse("not a message");
    else if (this.#allowance < -patience) this.#misuse("too many messages");
    else if ("hello" in message) void this.#greet(message.hello);
    else if (this.#greeted) this.#obey(message, allowed);
    else if (this.#greeting && this.#early.length < mostEarly) this.#early.push(message);
    else this.#misuse("hello comes first");
  }

  /** `allowed`: by the allowance of this socket. Requests that cost more than a response also count against that of its address. */
  #obey(message: Exclude<ClientMessage, Hello>, allowed: boolean): void {
    const { allowances } = this.#ports;
    if ("ping" in message) this.#send({ pong: message.ping, time: this.#ports.clock.now() });
    else if ("unsub" in message) this.#unsubscribe(message.unsub);
    else if ("sub" in message) {
      if (allowed && allowances.takeSubscription(this.ip)) void this.#subscribe(message.sub);
      else {
        this.#allowance -= refusalCost - 1;
        this.#refuse(message.sub, this.#failed(tooManyRequests));
      }
    } else if (allowed && this.#inFlight < mostCommandsInFlight && allowances.takeCommand(this.ip))
      void this.#run(message);
    else this.#answer(message.id, this.#failed(tooManyRequests));
  }

  #take(): boolean {
    const now = this.#ports.clock.monotonic();
    this.#allowance = Math.min(burst, this.#allowance + ((now - this.#allowanceAt) * perSecond) / 1000) - 1;
    this.#allowanceAt = now;
    return this.#allowance >= 0;
  }

  async #greet(hello: Hello["hello"]): Promise<void> {
    if (this.#greeting) return this.#misuse("one hello at a time");
    this.#greeting = true;
    const session = hello.token === undefined ? null : await this.#sessionOf(hello.token);
    if (this.#closing) return;
    if (hello.token !== undefined && !session) return this.close(closeCodes.sessionEnded, "session ended");
    if (this.#greeted && session?.id !== this.session?.id) return this.#misuse("another session");
    if (session && !this.#greeted) this.#ports.joined(this, session);
    this.session = session;
    // From here on the end of the session is noticed; one that happened during the token lookup was not.
    const lives = hello.token === undefined || (await this.#sessionOf(hello.token)) !== null;
    this.#greeting = false;
    if (this.#closing) return;
    if (!lives) return this.close(closeCodes.sessionEnded, "session ended");
    this.#caller = {
      ...this.#caller,
      token: hello.token ?? null,
      locale: readLocale(hello.locale),
      headers: { ...this.#caller.headers, region: hello.region },
    };
    this.#inflates = hello.deflate ?? false;
    this.#greeted = true;
    this.#cancelHello();
    this.#send({ welcome: { time: this.#ports.clock.now(), ...(session && { player: session.player }) } });
    for (const message of this.#early.splice(0)) this.#obey(message, true);
  }

  async #sessionOf(token: string): Promise<Session | null> {
    try {
      return await this.#ports.authenticate(token);
    } catch (error) {
      this.#ports.log.warn({ err: error }, "a greeting could not be verified");
      this.close(closeCodes.restart, "try again");
      return null;
    }
  }

  async #subscribe(name: string): Promise<void> {
    const { channels } = this.#ports;
    const known = channels.find(name);
    if (!(known && this.#subscriptions.has(known)) && this.#subscriptions.size + this.#asked.size >= mostSubscriptions)
      return this.#refuse(name, this.#failed(tooManyRequests));
    this.#asked.add(name);
    const asked = this.#ask(name);
    const refusal = asked instanceof Promise ? await asked : asked;
    // Unsubscribed or closed meanwhile.
    if (!this.#asked.delete(name) || this.#closing) return;
    if (refusal) return this.#refuse(name, this.#failed(refusal));
    const hub = channels.take(name);
    if (!hub) return this.#refuse(name, this.#failed(notFound));
    this.#subscriptions.add(hub);
    try {
      await hub.subscribe(this);
    } catch (error) {
      this.#subscriptions.delete(hub);
      hub.unsubscribe(this);
      if (error instanceof Failure) return this.#refuse(name, failureAnswer(error, this.#caller.locale));
      this.#ports.log.error({ err: error, channel: name }, "a snapshot failed");
      this.#refuse(name, this.#failed(internal));
    }
  }

  /** If a rule fails, access is denied. */
  #ask(name: string): Promise<ErrorCode | undefined> | ErrorCode | undefined {
    const failed = (error: unknown) => {
      this.#ports.log.error({ err: error, channel: name }, "an access rule failed");
      return internal;
    };
    try {
      const asked = this.#ports.channels.refusal(name, this);
      return asked instanceof Promise ? asked.catch(failed) : asked;
    } catch (error) {
      return failed(error);
    }
  }

  #unsubscribe(name: string): void {
    this.#asked.delete(name);
    const hub = this.#ports.channels.find(name);
    if (hub && this.#subscriptions.delete(hub)) hub.unsubscribe(this);
  }

  async #run(command: Command): Promise<void> {
    const found = this.#ports.findCall(command.call);
    if (!found) return this.#answer(command.id, this.#failed(notFound));
    const { mounted, params } = found;
    const call = new SocketCall(this.#caller, command.key, this.#ports.newRequestId(), this.#ports.log);
    const reads = mounted.route.method === "GET";
    this.#inFlight++;
    const answer = await mounted.run(call, {
      params,
      query: reads ? command.input : undefined,
      body: reads ? undefined : command.input,
    });
    this.#inFlight--;
    this.#answer(command.id, answer);
  }

  #answer(id: number, answer: Answer): void {
    const body = answer.text === "" ? "null" : answer.text;
    const wait = answer.retryAfter === undefined ? "" : `,"retry_after":${answer.retryAfter}`;
    this.write(textFrame(`{"id":${id},"status":${answer.status},"body":${body}${wait}}`));
  }

  #refuse(channel: string, answer: Answer): void {
    this.write(textFrame(`{"channel":${JSON.stringify(channel)},"error":${answer.text}}`));
  }

  #failed(error: Failure["error"]): Answer {
    return failureAnswer(new Failure(error), this.#caller.locale);
  }

  #send(message: object): void {
    this.write(textFrame(JSON.stringify(message)));
  }

  #misuse(reason: string): void {
    this.#ports.dropped("misuse");
    this.close(closeCodes.misuse, reason);
  }
}
