/**
 * An indexed condition for texts that contain another, both folded: `text` is the expression of an index over
 * `portal.ngrams(text)`, `sought` the parameter with the text to find. The remaining rows are compared by a function,
 * of which the planner assumes that it matches a third of them. Of `ilike` it assumes that it matches almost none, and
 * would never read the newest rows first, although a text is common.
 */
export function containsSql(text: string, sought: `$${number}`): string {
  return `(portal.ngrams(${text}) @> portal.ngrams_within(${sought}) and strpos(portal.folded(${text}), portal.folded(${sought})) > 0)`
}
