import pg from "pg";

type Parser = (text: string) => unknown;

const int8 = 20;
const date = 1082;
const int8Array = 1016;

const parseNumbers = pg.types.getTypeParser(int8Array as number, "text") as (text: string) => (string | null)[];

const own = new Map<number, Parser>([
  [int8, BigInt],
  [int8Array, text => parseNumbers(text).map(item => (item === null ? null : BigInt(item)))],
  // A calendar day has no time zone; the driver would make it midnight of the machine's zone.
  [date, text => text],
]);

/** int8 is a bigint, a calendar day is text; the driver's own parsers give Date, Buffer and parsed JSON. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    const parser = format === "binary" ? undefined : own.get(oid);
    return parser ?? pg.types.getTypeParser(oid, format as "text");
  },
};
