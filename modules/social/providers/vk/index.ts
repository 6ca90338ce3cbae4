import { openidConnect } from "../openid-connect/index.ts";

export const vk = openidConnect({ title: "VK ID", mailboxes: [] });
