/**
 * An indexed condition for texts that contain another, both folded: `words` is the expression of an index over
 * `portal.ngrams(words)`, `sought` the parameter with the text. The remaining rows are compared by a function that the
 * planner takes to match a third of them: it takes `ilike` to match almost none, and would never read newest first
 * where a text is common.
 */
export function containsSql(words: string, sought: `$${number}`): string {
  return `(portal.ngrams(${words}) @> portal.ngrams_within(${sought}) and strpos(portal.folded(${words}), portal.folded(${sought})) > 0)`
}
