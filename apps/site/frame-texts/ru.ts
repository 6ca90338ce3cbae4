import common from "../../../kit/i18n/locale/ru.json" with { type: "json" };
import content from "../../../modules/content/locale/ru.json" with { type: "json" };

export default { common, content };
