import type { Language } from '@/lib/server/demo/lots'
import { typeset } from '@/lib/server/demo/site-content'

export const LANGUAGES = ['uk', 'en', 'ru'] as const satisfies readonly Language[]

/** One text in Ukrainian, English and Russian. */
export type InThree = readonly [uk: string, en: string, ru: string]

export function said(text: InThree, language: Language): string {
  return typeset(text[LANGUAGES.indexOf(language)] ?? text[0])
}
