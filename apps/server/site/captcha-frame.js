// The widget of an outside captcha company, in a frame of its own: its scripts run here and not in the page, whose rules they
// would break. What it answers is told to the page around the frame, of the same host, and to no other.
const { script, key } = document.body.dataset;
const tell = message => parent.postMessage({ captcha: message }, location.origin);
const failed = () => tell({ failed: true });

// Companies whose scripts bring a `render` of the same shape.
const names = ["turnstile", "hcaptcha", "grecaptcha"];
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
