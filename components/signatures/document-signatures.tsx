'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { SignedContent } from '@/components/signatures/signed-content'
import { Button } from '@/components/ui/button'
import type { Locale } from '@/lib/config/constants'
import type { SignedDocument } from '@/lib/contract/signatures'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'

interface DocumentSignaturesProps {
  locale: Locale
  read(): Promise<SignedDocument>
}

/** The card of a document that is signed. */
export function DocumentSignatures({ locale, read }: DocumentSignaturesProps) {
  const { loaded, reload } = useLoaded(read)
  if (loaded.state === 'ready') return <SignedContent document={loaded.data} locale={locale} />
  return <NotLoaded locale={locale} hasFailed={loaded.state === 'failed'} onRetry={reload} />
}

interface NotLoadedProps {
  locale: Locale
  hasFailed: boolean
  onRetry: () => void
}

export function NotLoaded({ locale, hasFailed, onRetry }: NotLoadedProps) {
  const texts = SIGNATURE_TEXTS[locale]
  return (
    <p role="status" className={hasFailed ? 'text-small text-lose-text' : 'text-small text-soft'}>
      <span>{hasFailed ? texts.failed : texts.loading}</span>{' '}
      {hasFailed && (
        <Button size="sm" tone="quiet" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </p>
  )
}

type Loaded<Data> = { state: 'loading' | 'failed' } | { state: 'ready'; data: Data }

/** Loads data when the component mounts; `reload` loads it again. */
export function useLoaded<Data>(read: () => Promise<Data>) {
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: 'loading' })
  const set = (data: Data) => setLoaded({ state: 'ready', data })
  const load = () => read().then(set, () => setLoaded({ state: 'failed' }))
  const loadFirst = useEffectEvent(load)
  useEffect(() => void loadFirst(), [])
  function reload() {
    setLoaded({ state: 'loading' })
    void load()
  }
  return { loaded, reload, set }
}
