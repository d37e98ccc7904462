import type { Page } from '@playwright/test'
import type { Locale } from '@/lib/config/constants'

/** Letters that a language does not use. Ukrainian and Russian each have four letters that the other lacks. */
const FOREIGN_LETTERS: Record<Locale, string> = { uk: '[ыэъё]', en: '\\p{Script=Cyrillic}', ru: '[іїєґ]' }

/**
 * Finds texts in another language than the page's, keys of messages shown instead of their texts, and messages without their values. Skips elements marked with
 * another language (`lang`).
 *
 * @param html read instead of the page's document, without loading it
 */
export function foreignWords(page: Page, locale: Locale, html: string | null = null): Promise<string[]> {
  return page.evaluate(
    ({ letters, language, source }) => {
      const root = source === null ? document : new DOMParser().parseFromString(source, 'text/html')
      const foreign = new RegExp(letters, 'iu')
      // The number of a document contains Cyrillic letters in all languages.
      const documentNumber = /(№|No\.)\s*\p{Lu}-\d+/gu
      const key = /^[A-Z][A-Za-z]+(\.[a-z][A-Za-z_]+)+$/
      const unformatted = /\{\w+(\}|, (plural|select|number))/
      const isForeign = (text: string) =>
        foreign.test(text.replace(documentNumber, '')) || key.test(text) || unformatted.test(text)
      const texts: string[] = []
      const walker = document.createTreeWalker(root.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement
        const text = node.textContent?.trim() ?? ''
        if (element === null || text === '' || element.closest('script, style, noscript, template') !== null) continue
        if (element.closest('[lang]')?.getAttribute('lang') !== language) continue
        if (isForeign(text)) texts.push(text)
      }
      for (const element of root.querySelectorAll('[aria-label], [alt], [title], [placeholder]')) {
        if (element.closest('[lang]')?.getAttribute('lang') !== language) continue
        for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
          const text = element.getAttribute(name) ?? ''
          if (isForeign(text)) texts.push(`${name}: ${text}`)
        }
      }
      return texts
    },
    { letters: FOREIGN_LETTERS[locale], language: locale, source: html },
  )
}
