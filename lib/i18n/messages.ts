import type { Locale } from '@/lib/config/constants'
import type uk from '@/messages/uk.json'

/**
 * The words of the page that is shown when even the error page fails: nothing can be loaded then, so they are part of
 * its script. A test keeps them equal to the messages.
 */
export const FALLBACK_MESSAGES: Record<Locale, { heading: string; body: string; home: string }> = {
  uk: { heading: 'Щось пішло не так', body: 'Сталася помилка. Спробуйте ще раз за хвилину.', home: 'На головну' },
  en: {
    heading: 'Something went wrong',
    body: 'Something went wrong. Please try again in a minute.',
    home: 'Go to the home page',
  },
  ru: {
    heading: 'Что-то пошло не так',
    body: 'Произошла ошибка. Попробуйте ещё раз через минуту.',
    home: 'На главную',
  },
}

/** Ukrainian is the language that the messages' shape is taken from; a test keeps the other two equal to it. */
export type Messages = typeof uk

const loaders: Record<Locale, () => Promise<{ default: unknown }>> = {
  uk: () => import('@/messages/uk.json', { with: { type: 'json' } }),
  en: () => import('@/messages/en.json', { with: { type: 'json' } }),
  ru: () => import('@/messages/ru.json', { with: { type: 'json' } }),
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await loaders[locale]()).default as Messages
}
