import * as z from "zod/mini";
import { dataOf } from "./fields.ts";

/** One page of a list; `next_cursor` asks for the next one and is null on the last. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return dataOf(z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) }));
}
