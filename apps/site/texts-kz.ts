/// <reference types="vite/types/importMeta.d.ts" />
import { byNamespace } from "./namespaces.ts";

export default byNamespace(
  import.meta.glob(["../../modules/**/locale/kz.json", "../../kit/i18n/locale/kz.json"], {
    eager: true,
    import: "default",
  }),
);
