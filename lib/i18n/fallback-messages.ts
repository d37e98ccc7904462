import type { Locale } from '@/lib/config/constants'

interface FallbackMessages {
  heading: string
  body: string
  home: string
  notFoundHeading: string
  notFoundText: string
  /** On a page stored before an outage at `{time}`. */
  stale: string
}

/**
 * Texts of the pages shown if even the error page fails, or if a request never reaches the site. Nothing can be loaded then, so they
 * are compiled in. A test keeps them equal to the messages.
 */
export const FALLBACK_MESSAGES: Record<Locale, FallbackMessages> = {
  uk: {
    heading: 'Щось пішло не так',
    body: 'Сталася помилка. Спробуйте ще раз за хвилину.',
    home: 'На головну',
    notFoundHeading: 'Такої сторінки немає',
    notFoundText: 'Цю сторінку не знайдено',
    stale: 'Сервер тимчасово не може оновити дані. Сторінку показано станом на {time} за Києвом.',
  },
  en: {
    heading: 'Something went wrong',
    body: 'Something went wrong. Please try again in a minute.',
    home: 'Go to the home page',
    notFoundHeading: 'Page not found',
    notFoundText: 'This page could not be found',
    stale: 'The server temporarily cannot update its data. This page is shown as of {time} Kyiv time.',
  },
  ru: {
    heading: 'Что-то пошло не так',
    body: 'Произошла ошибка. Попробуйте ещё раз через минуту.',
    home: 'На главную',
    notFoundHeading: 'Такой страницы нет',
    notFoundText: 'Эта страница не найдена',
    stale: 'Сервер временно не может обновить данные. Страница показана по состоянию на {time} по Киеву.',
  },
}
