// The widget of an external captcha provider, in its own frame: its scripts run here and not in the page, whose policy they
// would violate. Its result is posted to the parent page, of the same host only.
const { script, key, globals } = document.body.dataset;
const tell = message => parent.postMessage({ captcha: message }, location.origin);
const failed = () => tell({ failed: true });

/** Where the provider's script defines its `render`. */
const names = globals.split(" ");
let turns = 0;

function show() {
  const api = names.map(name => globalThis[name]).find(found => typeof found?.render === "function");
  if (api) api.render("widget", { sitekey: key, callback: token => tell({ token }), "error-callback": failed });
  else if (turns++ < 100) setTimeout(show, 100);
  else failed();
}

const element = document.createElement("script");
element.src = script;
element.onload = show;
element.onerror = failed;
document.head.append(element);
