/* In: a sentence in English. Out: the same in the page's language, its {places} filled. */

/** @type {"en"|"ms"|"fr"} */
export const language = document.documentElement.lang;

const words = {};
const plurals = new Intl.PluralRules(language);

/** Fetches the catalogue; until then everything is said in English. */
export async function loadWords() {
  const answer = await fetch(`/words/${language}.json`);
  for (const [sentence, said] of Object.entries(await answer.json())) words[sentence] = kept(said);
}

/** French puts a space before a colon or a question mark, where no line may end. */
function kept(said) {
  return said.replace(/ (?=[:;?!»])|(?<=«) /g, "\u00a0");
}

/**
 * @param {string} sentence as it stands in the catalogue
 * @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export function _(sentence, values = {}) {
  return (words[sentence] ?? sentence).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/**
 * @param {number} count
 * @returns {boolean} whether the language speaks of so many in the singular
 */
export function isOne(count) {
  return plurals.select(Math.abs(count)) === "one";
}
