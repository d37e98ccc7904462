import { createTranslator } from 'next-intl'
import type { Language } from '@/lib/contract/primitives'

/**
 * A module's texts in each language, by key (with dots for sections). Tests check that all languages have the Ukrainian keys.
 *
 * @throws if a message or one of its values is missing, so that no incomplete text is sent or printed.
 */
export function createTranslators<Messages extends Record<string, unknown>>(messages: Record<Language, Messages>) {
  const translatorIn = (locale: Language) =>
    createTranslator({
      locale,
      messages: messages[locale],
      onError(error) {
        throw error
      },
    })
  return { uk: translatorIn('uk'), en: translatorIn('en'), ru: translatorIn('ru') }
}
