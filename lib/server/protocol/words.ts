import { createTranslator } from 'next-intl'
import type { Language } from '@/lib/contract/primitives'
import en from './messages/en.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }

/** Ukrainian is the language that the messages' shape is taken from; a test keeps the other two equal to it. */
const files: Record<Language, typeof uk> = { uk, en, ru }

function createWords(language: Language) {
  return createTranslator({
    locale: language,
    messages: files[language],
    // A document with a hole in it is not printed.
    onError(error) {
      throw error
    },
  })
}

export type DocumentWords = ReturnType<typeof createWords>

/** The words of the protocol and of the agreement, each under its name; those of both are under `document`. */
export const documentWords: Record<Language, DocumentWords> = {
  uk: createWords('uk'),
  en: createWords('en'),
  ru: createWords('ru'),
}
