import common from "../../../kit/i18n/locale/kz.json" with { type: "json" };
import content from "../../../modules/content/locale/kz.json" with { type: "json" };

export default { common, content };
