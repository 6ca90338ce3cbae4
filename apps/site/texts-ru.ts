/// <reference types="vite/types/importMeta.d.ts" />
import { byNamespace } from "./namespaces.ts";

export default byNamespace(
  import.meta.glob(["../../modules/**/locale/ru.json", "../../kit/i18n/locale/ru.json"], {
    eager: true,
    import: "default",
  }),
);
