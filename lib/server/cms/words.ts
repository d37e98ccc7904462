/** A text of the back office in its three languages, in the shape that Payload's labels take. */
export type Words = { uk: string; en: string; ru: string }

export function words(uk: string, en: string, ru: string): Words {
  return { uk, en, ru }
}

/** Singular and plural names of a collection. */
export function names(one: Words, many: Words): { singular: Words; plural: Words } {
  return { singular: one, plural: many }
}
