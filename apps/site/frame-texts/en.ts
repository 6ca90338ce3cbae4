import common from "../../../kit/i18n/locale/en.json" with { type: "json" };
import content from "../../../modules/content/locale/en.json" with { type: "json" };

export default { common, content };
