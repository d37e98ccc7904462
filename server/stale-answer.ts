import { keepAnswer, type KeptAnswer } from '@/server/kept-answer'

const TEXTS = {
  uk: (time: string) => `Сервер тимчасово не може оновити дані. Сторінку показано станом на ${time} за Києвом.`,
  en: (time: string) => `The server temporarily cannot update its data. This page is shown as of ${time} Kyiv time.`,
  ru: (time: string) => `Сервер временно не может обновить данные. Страница показана по состоянию на ${time} по Киеву.`,
}
const kyivTime = new Intl.DateTimeFormat('uk', { timeZone: 'Europe/Kyiv', hour: '2-digit', minute: '2-digit', day: '2-digit', month: '2-digit' })
const STYLE =
  'position:fixed;inset:auto 0 0 0;z-index:2147483000;padding:12px 16px;background:#7a2e0e;color:#fff;font:600 16px/1.4 system-ui,sans-serif;text-align:center'
/** Long enough for a burst of visitors, short enough that nobody keeps it. */
const SECONDS = 1

/**
 * The last good page, for while no newer one can be made: it says so on the page, and in its headers (RFC 9211), and no cache on the
 * way may keep it. The element is of a kind of its own, so that React, which hydrates the body, takes it for none of its own.
 */
export async function staleAnswer(kept: KeptAnswer, path: string): Promise<KeptAnswer> {
  const made = new Date(Date.now() - (performance.now() - kept.keptAt))
  const isPage = (kept.headers['content-type'] ?? '').toString().startsWith('text/html')
  const body = isPage ? withNotice(kept.bodies.identity, languageOf(path), made) : kept.bodies.identity
  const headers = {
    ...kept.headers,
    'cache-control': 'public, max-age=0, must-revalidate',
    'cache-status': 'portal; hit; ttl=-1; detail=outage',
    'last-modified': made.toUTCString(),
  }
  const answer = await keepAnswer(headers, body, SECONDS)
  return { ...answer, keptAt: kept.keptAt, etag: null }
}

function withNotice(body: Buffer, language: keyof typeof TEXTS, made: Date): Buffer {
  const html = body.toString('utf8')
  const end = html.lastIndexOf('</body>')
  if (end === -1) return body
  const notice = `<outage-notice role="status" lang="${language}" style="${STYLE}">${TEXTS[language](kyivTime.format(made))}</outage-notice>`
  return Buffer.from(`${html.slice(0, end)}${notice}${html.slice(end)}`)
}

function languageOf(path: string): keyof typeof TEXTS {
  const first = /^\/(en|ru)(?:[/?]|$)/.exec(path)?.[1]
  return first === 'en' || first === 'ru' ? first : 'uk'
}
