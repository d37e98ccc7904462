import type { Locale } from '@/lib/config/constants'

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
