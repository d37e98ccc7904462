'use client'

import { useEffect } from 'react'
import { reloadForChunk, thisPage } from '@/lib/browser/reload-once'
import { useBrowserValue } from '@/lib/browser/use-browser-value'
import { DEFAULT_LOCALE } from '@/lib/config/constants'
import { FALLBACK_MESSAGES } from '@/lib/i18n/fallback-messages'
import { localizePath, splitLocale } from '@/lib/i18n/locales'

/** An error in the error page itself, or in the outermost layout: a generic message and a link home (specification, point 8). */
export default function GlobalError({ error }: { error: unknown }) {
  const locale = useBrowserValue(() => splitLocale(window.location.pathname).locale, DEFAULT_LOCALE)
  const texts = FALLBACK_MESSAGES[locale]
  useEffect(() => {
    reloadForChunk(error, thisPage())
  }, [error])
  return (
    <html lang={locale}>
      <body
        style={{
          margin: 0,
          minHeight: '100vh',
          display: 'grid',
          placeContent: 'center',
          padding: 24,
          background: '#0b1c2c',
          color: '#fff',
          font: '16px/1.5 system-ui, sans-serif',
        }}
      >
        <title>{texts.heading}</title>
        <h1 style={{ margin: 0, fontSize: 32 }}>{texts.heading}</h1>
        <p style={{ color: '#b9c9d8' }}>{texts.body}</p>
        <p>
          <a href={localizePath('/', locale)} style={{ color: '#8fbaff' }}>
            {texts.home}
          </a>
        </p>
      </body>
    </html>
  )
}
