import common from "#kit/i18n/locale/kz.json" with { type: "json" };
import lobby from "#modules/lobby/locale/kz.json" with { type: "json" };

export default { common, lobby };
