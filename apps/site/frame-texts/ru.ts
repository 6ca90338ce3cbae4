import common from "#kit/i18n/locale/ru.json" with { type: "json" };
import lobby from "#modules/lobby/locale/ru.json" with { type: "json" };

export default { common, lobby };
