'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { SignedContent } from '@/components/signatures/signed-content'
import type { Locale } from '@/lib/config/constants'
import type { SignedDocument } from '@/lib/contract/signatures'
import { SIGNATURE_WORDS } from '@/lib/i18n/signature-words'

interface DocumentSignaturesProps {
  locale: Locale
  read(): Promise<SignedDocument>
}

/** The card of a document that is signed. */
export function DocumentSignatures({ locale, read }: DocumentSignaturesProps) {
  const words = SIGNATURE_WORDS[locale]
  const { loaded, reload } = useLoaded(read)
  if (loaded.state === 'ready') return <SignedContent document={loaded.data} locale={locale} />
  if (loaded.state === 'loading')
    return (
      <p role="status" className="text-small text-soft">
        {words.loading}
      </p>
    )
  return (
    <p role="status" className="text-small text-lose-text">
      {words.failed}{' '}
      <button type="button" className="font-semibold text-link hover:underline" onClick={() => reload()}>
        {words.retry}
      </button>
    </p>
  )
}

type Loaded<Data> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; data: Data }

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
