import type { Page } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'

/** Letters that a language does not use: Ukrainian and Russian have four letters each that the other lacks, English no Cyrillic. */
const FOREIGN_LETTERS: Record<Locale, string> = { uk: '[ыэъё]', en: '\\p{Script=Cyrillic}', ru: '[іїєґ]' }

/**
 * Texts of the page that are not in its language, or that are a key of the messages instead of a text. Elements marked with another
 * language (`lang`) are excluded.
 */
export function foreignWords(page: Page, locale: Locale): Promise<string[]> {
  return page.evaluate(
    ({ letters, language }) => {
      const foreign = new RegExp(letters, 'iu')
      // A document's number is shown as printed, in any language.
      const documentNumber = /(№|No\.)\s*\p{Lu}-\d+/gu
      const key = /^[A-Z][A-Za-z]+(\.[a-z][A-Za-z]+)+$/
      const isForeign = (text: string) => foreign.test(text.replace(documentNumber, '')) || key.test(text)
      const texts: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement
        const text = node.textContent?.trim() ?? ''
        if (element === null || text === '' || element.closest('script, style, noscript, template') !== null) continue
        if (element.closest('[lang]')?.getAttribute('lang') !== language) continue
        if (isForeign(text)) texts.push(text)
      }
      for (const element of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]')) {
        if (element.closest('[lang]')?.getAttribute('lang') !== language) continue
        for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
          const text = element.getAttribute(name) ?? ''
          if (isForeign(text)) texts.push(`${name}: ${text}`)
        }
      }
      return texts
    },
    { letters: FOREIGN_LETTERS[locale], language: locale },
  )
}
