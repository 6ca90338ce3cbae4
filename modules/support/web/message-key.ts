/** The keys of messages: a failed attempt is repeated with the same key and stored once; the same text written again has another one. */
export class MessageKey {
  #text: string | undefined;
  #key = "";

  of(text: string): string {
    if (this.#text !== text) this.#key = crypto.randomUUID();
    this.#text = text;
    return this.#key;
  }

  /** The message was stored. */
  sent(): void {
    this.#text = undefined;
  }
}
