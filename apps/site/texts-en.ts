/// <reference types="vite/types/importMeta.d.ts" />
import { byNamespace } from "./namespaces.ts";

export default byNamespace(
  import.meta.glob(["../../modules/**/locale/en.json", "../../kit/i18n/locale/en.json"], {
    eager: true,
    import: "default",
  }),
);
