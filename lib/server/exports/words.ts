import type { Language } from '@/lib/contract/primitives'
import { portalTranslations } from '@/lib/server/cms/translations/say'
import type { OfficeTextKey } from '@/lib/server/cms/translations/texts'

export type Word = (key: OfficeTextKey, facts?: Record<string, string | number>) => string

/** The back office's own words, so that a table reads as the list that it was made from. */
export function wordsIn(language: Language): Word {
  const texts = portalTranslations[language].office
  return (key, facts = {}) => texts[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(facts[name] ?? whole))
}

/** What a value of the record is called; the value itself where it has no name yet. */
export function nameOf(word: Word, prefix: string, value: string): string {
  const key = `${prefix}_${value.replace('.', '_')}`
  return key in portalTranslations.uk.office ? word(key as OfficeTextKey) : value
}
