import common from "#kit/i18n/locale/en.json" with { type: "json" };
import lobby from "#modules/lobby/locale/en.json" with { type: "json" };

export default { common, lobby };
