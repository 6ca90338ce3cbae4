/** The questions of /faq, in their order. Their words are in `locale/`: `{topic}.{question}.q` and `.a`. */
export const topics = [
  { name: "start", questions: ["open", "currency", "money"] },
  { name: "fair", questions: ["how", "check", "edge", "crash"] },
  { name: "money", questions: ["deposit", "late", "out", "books"] },
  { name: "safe", questions: ["limits", "break", "session", "data"] },
  { name: "help", questions: ["chat", "blocked"] },
] as const;
