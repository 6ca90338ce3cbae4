import * as z from "zod/mini";
import { dataOf } from "./fields.ts";

/** One page of a list; `next_cursor` asks for the next one and is null on the last. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return dataOf(z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) }));
}

/** A page of at most `limit` rows, made of one row more than that if there are more. */
export function pageFrom<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last === undefined ? null : cursorOf(last) };
}
