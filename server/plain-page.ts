import type { Locale } from '@/lib/config/constants'
import { FALLBACK_MESSAGES } from '@/lib/i18n/fallback-messages'
import { localizePath } from '@/lib/i18n/locales'

interface PlainPage {
  headers: Record<string, string>
  body: Buffer
}

/** The status with the texts of the 404 page (specification, point 2), for what never gets as far as the site's own pages. */
export function refusalPage(locale: Locale, status: number): PlainPage {
  const { notFoundHeading, notFoundText } = FALLBACK_MESSAGES[locale]
  return plainPage(locale, {
    title: `${status} · ${notFoundHeading}`,
    heading: notFoundHeading,
    text: notFoundText,
    status,
  })
}

/** An error in the page of errors: a generic message and a link home (specification, point 8). */
export function lastWords(locale: Locale): PlainPage {
  const { heading, body } = FALLBACK_MESSAGES[locale]
  return plainPage(locale, { title: heading, heading, text: body })
}

interface PlainWords {
  title: string
  heading: string
  text: string
  status?: number
}

/** It needs nothing that could fail. */
function plainPage(locale: Locale, { title, heading, text, status }: PlainWords): PlainPage {
  const number = status === undefined ? '' : `<p style="margin:0;font-size:72px;line-height:1">${status}</p>`
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title></head>
<body style="margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;background:#0b1c2c;color:#fff;font:16px/1.5 system-ui,sans-serif">
${number}<h1 style="margin:0;font-size:32px">${heading}</h1><p style="color:#b9c9d8">${text}</p><p><a href="${localizePath('/', locale)}" style="color:#8fbaff">${FALLBACK_MESSAGES[locale].home}</a></p></body></html>`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from(html),
  }
}
