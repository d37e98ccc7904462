/** Joins class names; the one way in which components compose them. */
export function classNames(...values: (string | 0 | 0n | false | null | undefined)[]): string {
  return values.filter(Boolean).join(' ')
}
