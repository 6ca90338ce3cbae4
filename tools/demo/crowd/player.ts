import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, dataOf, type Reply } from "../api-client.ts";
import { logIn, payIn, setClientSeed } from "../moves.ts";
import { demoPassword } from "../personas.ts";
import type { DemoPlayer } from "./people.ts";

/** Where the crowd plays: the public API, and the port of the sandbox's payment provider. */
export interface Casino {
  readonly client: ApiClient;
  readonly providerPort: number;
  /** A number from 0 up to 1. */
  readonly chance: () => number;
}

/** A demo player who is signed in. Refusals are part of play: a call returns them instead of throwing. */
export class SignedIn {
  readonly demo: DemoPlayer;
  readonly casino: Casino;
  #token = "";
  #bets = 0;

  constructor(demo: DemoPlayer, casino: Casino) {
    this.demo = demo;
    this.casino = casino;
  }

  async enter(): Promise<void> {
    const { client } = this.casino;
    const guest = await logIn(client, this.demo.email, demoPassword);
    this.#token = guest.token;
    await setClientSeed(client, guest, Math.floor(this.casino.chance() * 2 ** 48).toString(16));
    await this.fill();
  }

  /** Pays in when little is left. */
  async fill(): Promise<void> {
    const { client, providerPort } = this.casino;
    const { user } = dataOf<{ user: { total_balance: string } }>(await this.get("/profile/user"), "the profile");
    const enough = Number(this.demo.stakes[0]) * 20;
    if (Number(user.total_balance) < enough)
      await payIn(client, { token: this.#token }, this.demo.deposit, providerPort, () => randomUUID());
  }

  /** Takes part in every tournament that is on; joining again changes nothing. */
  async joinTournaments(): Promise<void> {
    const active = await this.get("/api/v1/tournaments?status=active");
    for (const { id } of dataOf<readonly { id: string }[]>(active, "the tournaments"))
      await this.#call("POST", `/api/v1/tournaments/${id}/join`, {});
  }

  /** The stakes in turn. */
  nextStake(): string {
    const { stakes } = this.demo;
    return stakes[this.#bets++ % stakes.length] ?? "1";
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[Math.floor(this.casino.chance() * from.length)] ?? from[0];
  }

  get(path: string): Promise<Reply> {
    return this.#call("GET", path, {});
  }

  /** A command that moves money. */
  bet(path: string, body: unknown): Promise<Reply> {
    return this.#call("POST", path, { body, money: true });
  }

  say(room: string, body: { readonly key: string; readonly text: string }): Promise<Reply> {
    return this.#call("POST", `/api/v1/chat/${room}`, { body });
  }

  async #call(method: string, path: string, options: { body?: unknown; money?: boolean }): Promise<Reply> {
    const { client } = this.casino;
    const reply = await client.call(method, path, { ...options, token: this.#token });
    if (reply.status !== 401) return reply;
    this.#token = (await logIn(client, this.demo.email, demoPassword)).token;
    return client.call(method, path, { ...options, token: this.#token });
  }

  /** Waits for a human pause: 0.5 to 1.5 times this long. */
  async pause(aroundMs: number): Promise<void> {
    await sleep(aroundMs * (0.5 + this.casino.chance()));
  }
}
