import { event } from "#kit/contract/event.ts";

/** A file of a list can be fetched, or was refused because its operator may no longer read the list. */
export const fileMade = event<{ order: string; isRefused: boolean; rows: number }>({
  name: "fileMade",
  module: "exports",
  summary: "A file of a list of the back office can be fetched, or was refused",
});
