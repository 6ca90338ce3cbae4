/** Bodies by the call's name, "POST /api/v1/exchange". */
export type ExampleBodies = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
