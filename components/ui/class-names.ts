/** Joins class names, skipping the empty ones. */
export function classNames(...values: (string | 0 | 0n | false | null | undefined)[]): string {
  return values.filter(Boolean).join(' ')
}
