import { expect } from "vitest";

/** A mail, an SMS or a call, as the sandbox's inbox shows it. */
export interface Delivered {
  readonly channel: string;
  readonly code?: string;
  readonly link?: string;
}

/** Waits for the newest link of this kind mailed to an address; other mails may arrive in between. */
export async function linkTo(sandbox: string, to: string, part: string): Promise<string> {
  const read = async () => {
    const mails = (await (await fetch(`${sandbox}/outbox?to=${encodeURIComponent(to)}`)).json()) as Delivered[];
    return mails.find(({ link }) => link?.includes(part))?.link ?? "";
  };
  await expect.poll(read).not.toBe("");
  return read();
}

/** Waits for this many messages to an address or number; returns them newest first. */
export async function messagesTo(sandbox: string, to: string, count: number): Promise<readonly Delivered[]> {
  const read = async () =>
    (await (await fetch(`${sandbox}/outbox?to=${encodeURIComponent(to)}`)).json()) as Delivered[];
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}
