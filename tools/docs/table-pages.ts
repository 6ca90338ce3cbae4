import { tables } from "#studio/tables/registry.ts";
import type { TablePage } from "#studio/tables/shared/table-page.ts";

/** The page of every live table: `studio/tables/<folder>/page.ts`. */
export const tablePages: readonly { readonly folder: string; readonly page: TablePage }[] = await Promise.all(
  tables.map(async ({ folder }) => {
    const { page } = (await import(`#studio/tables/${folder}/page.ts`)) as { readonly page: TablePage };
    return { folder, page };
  }),
);
