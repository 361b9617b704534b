/* In: nothing. Out: a sheet on which language and colours are chosen, and remembered. */

import { choice } from "./choices.js";
import { el } from "./element.js";
import { recall, remember } from "./memory.js";
import { sheet } from "./sheet.js";
import { _, language } from "./words.js";

const LANGUAGES = [
  ["en", "English"],
  ["ms", "Bahasa Melayu"],
  ["fr", "Français"],
];
const A_YEAR = 365 * 24 * 3600;

/** @returns {Promise<void>} */
export function settings() {
  return sheet(_("Language and colours"), () =>
    el(
      "div",
      { class: "settings" },
      choice(_("Language"), "language", LANGUAGES, language, speak),
      choice(_("Colours"), "theme", [["auto", _("As the device")], ["light", _("Light")], ["dark", _("Dark")]], recall("theme", "auto"), paint),
    ),
  );
}

/** The service writes the page: it must know the language before the page is here. */
function speak(chosen) {
  document.cookie = `handscan_language=${chosen}; Max-Age=${A_YEAR}; Path=/; SameSite=Strict`;
  location.reload();
}

function paint(theme) {
  remember("theme", theme);
  document.documentElement.dataset.theme = theme;
}
