export * from "./approvals-contract.ts";
export * from "./coins-contract.ts";
export * from "./dashboard-contract.ts";
export * from "./moderation-contract.ts";
export * from "./money-contract.ts";
export * from "./players-contract.ts";
export * from "./queues-contract.ts";
export * from "./wheel-contract.ts";
