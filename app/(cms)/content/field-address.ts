/** Payload's id of a field in a form: `field-blocks__0__title`. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '__')}`
}

/** The address of a field in a document's form, in the language that lacks its text. */
export function fieldAddress(form: string, locale: string, path: string): string {
  return `${form}?locale=${locale}#${fieldId(path)}`
}

/** The field that the fragment of an address names; null for another fragment. */
export function pathIn(hash: string): string | null {
  return /^#field-([\w-]+)$/.exec(hash)?.[1]?.replaceAll('__', '.') ?? null
}
