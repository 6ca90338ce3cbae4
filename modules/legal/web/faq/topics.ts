/** The questions of /faq, in their order. Their texts are in `locale/`: `{topic}.{question}.q` and `.a`. */
export const topics = [
  { name: "start", questions: ["open", "currency", "money"] },
  { name: "fair", questions: ["how", "check", "edge", "instant", "crash"] },
  { name: "money", questions: ["methods", "deposit", "late", "out", "exchange", "books"] },
  { name: "safe", questions: ["limits", "break", "allowlist", "staff", "session", "data"] },
  { name: "help", questions: ["chat", "blocked"] },
] as const;
