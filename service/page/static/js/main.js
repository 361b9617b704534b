/* In: the page as the service sent it. Out: handscan, running. */

import { el, fill } from "./element.js";
import { watch } from "./connection.js";
import { icon } from "./icons.js";
import { start } from "./router.js";
import { _, loadWords } from "./words.js";

await loadWords();
watch((reachable) => {
  const lost = _("handscan cannot be reached. Scanning and saving wait until it is back; what you entered is still here.");
  fill(document.getElementById("connection"), reachable ? [] : el("p", {}, icon("warning"), lost));
});
start();
navigator.serviceWorker?.register("/sw.js");
