import { expect } from "vitest";

/** A mail, an SMS or a call, as the sandbox's inbox shows it. */
export interface Delivered {
  readonly channel: string;
  readonly code?: string;
  readonly link?: string;
}

/** The newest link of this kind that an address was mailed, once there is one; other mails may come between. */
export async function linkTo(sandbox: string, to: string, part: string): Promise<string> {
  const read = async () => {
    const mails = (await (await fetch(`${sandbox}/outbox?to=${encodeURIComponent(to)}`)).json()) as Delivered[];
    return mails.find(({ link }) => link?.includes(part))?.link ?? "";
  };
  await expect.poll(read).not.toBe("");
  return read();
}

/** What an address or a number was sent, the newest first, once there are so many. */
export async function messagesTo(sandbox: string, to: string, count: number): Promise<readonly Delivered[]> {
  const read = async () =>
    (await (await fetch(`${sandbox}/outbox?to=${encodeURIComponent(to)}`)).json()) as Delivered[];
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}
