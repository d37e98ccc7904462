import { createTranslator } from 'next-intl'
import type { Language } from '@/lib/contract/primitives'
import en from '../messages/en.json' with { type: 'json' }
import ru from '../messages/ru.json' with { type: 'json' }
import uk from '../messages/uk.json' with { type: 'json' }

/** Ukrainian is the language that the messages' shape is taken from; a test keeps the other two equal to it. */
const files: Record<Language, typeof uk> = { uk, en, ru }

function createWords(language: Language) {
  return createTranslator({
    locale: language,
    messages: files[language],
    // A file with a hole in it is not handed out.
    onError(error) {
      throw error
    },
  })
}

export type FileWords = ReturnType<typeof createWords>

/** What files say beside their figures: a buyer's own auctions and bids, and the results; what all of them head so is under `columns`. */
export const fileWords: Record<Language, FileWords> = {
  uk: createWords('uk'),
  en: createWords('en'),
  ru: createWords('ru'),
}
