import * as z from 'zod'
import type { Language } from '@/lib/contract/primitives'

const LANGUAGES = ['uk', 'en', 'ru'] as const satisfies readonly Language[]

const text = z.string().nullish()
/** A text as Payload answers it for all languages at once. */
const inAll = z.object({ uk: text, en: text, ru: text }).partial().nullish().catch(null)

function writtenIn(texts: unknown): Partial<Record<Language, string>> {
  const read = inAll.parse(texts) ?? {}
  return Object.fromEntries(LANGUAGES.flatMap((language) => (read[language]?.trim() ? [[language, read[language]]] : [])))
}

/** A document has been written in the languages that its title has. */
export function languagesOf(title: unknown): Language[] {
  const written = writtenIn(title)
  return LANGUAGES.filter((language) => language in written)
}

/** The language to show: the asked one where there is such, else Ukrainian, else what there is. Null: nobody has written anything. */
export function shownLanguage(languages: readonly Language[], asked: Language): Language | null {
  return languages.find((language) => language === asked) ?? languages[0] ?? null
}

/** A text in a language, or in one that it has. */
export function textIn(texts: unknown, language: Language): string {
  if (typeof texts === 'string') return texts
  const written = writtenIn(texts)
  return written[language] ?? written.uk ?? Object.values(written)[0] ?? ''
}
