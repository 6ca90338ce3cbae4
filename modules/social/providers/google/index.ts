import { openidConnect } from "../openid-connect/index.ts";

export const google = openidConnect({ title: "Google", mailboxes: ["gmail.com", "googlemail.com"] });
