import type { Locale } from '@/lib/config/constants'

/**
 * The words of the page that is shown when even the error page fails: nothing can be loaded then, so they are part of
 * its script. A test keeps them equal to the messages.
 */
export const LAST_WORDS: Record<Locale, { heading: string; body: string; home: string }> = {
  uk: { heading: 'Щось пішло не так', body: 'Сталася помилка. Спробуйте ще раз за хвилину.', home: 'На головну' },
  en: { heading: 'Something went wrong', body: 'An error happened. Please try again in a minute.', home: 'To the home page' },
  ru: { heading: 'Что-то пошло не так', body: 'Произошла ошибка. Попробуйте ещё раз через минуту.', home: 'На главную' },
}
