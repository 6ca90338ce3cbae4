import { openidConnect } from "../openid-connect/index.ts";

export const telegram = openidConnect({ title: "Telegram", mailboxes: [] });
