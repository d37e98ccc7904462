'use client'

import { useDocumentInfo } from '@payloadcms/ui'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { ANSWER_WITHIN_MS, LOCALES } from '@/lib/config/constants'
import type { Gaps } from '@/lib/server/cms/translation-gaps'
import './translation-gaps.css'

const NAMES = { uk: 'Українська', en: 'English', ru: 'Русский' } as const
const answer = z.object({ uk: z.number(), en: z.number(), ru: z.number() })

/** In full, and read again after each save, drafts that save themselves included. */
export function GapsOfDraft({ gaps }: { gaps: Gaps }) {
  const { id, collectionSlug, lastUpdateTime } = useDocumentInfo()
  const { t: say } = useOfficeText('portal')
  const wordsFor = useWordsForGaps()
  const [saved, setSaved] = useState(gaps)
  const readAt = useRef(lastUpdateTime)

  useEffect(() => {
    // What the page came with is of this moment.
    if (readAt.current === lastUpdateTime) return
    readAt.current = lastUpdateTime
    const reading = new AbortController()
    const signal = AbortSignal.any([reading.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    fetch(`/cms-api/translation-gaps/${collectionSlug}/${id}`, { signal })
      .then(async (response) => {
        if (response.ok) setSaved(answer.parse(await response.json()))
      })
      // What was known stays; the next save asks again.
      .catch(() => undefined)
    return () => reading.abort()
  }, [collectionSlug, id, lastUpdateTime])

  return (
    <div className="field-type translation-gaps">
      <p className="translation-gaps__label">{say('translations')}</p>
      <ul className="translation-gaps__list">
        {LOCALES.map((locale) => (
          <li key={locale} className={classOf(saved[locale])}>
            {wordsFor(locale, saved[locale])}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** In a list: the languages' letters. */
export function ShortGaps({ gaps }: { gaps: Gaps }) {
  const wordsFor = useWordsForGaps()
  return (
    <ul className="translation-gaps__list translation-gaps__list--short">
      {LOCALES.map((locale) => (
        <li key={locale} className={classOf(gaps[locale])} title={wordsFor(locale, gaps[locale])}>
          {`${locale}${gaps[locale] === 0 ? '' : ` −${gaps[locale]}`}`}
        </li>
      ))}
    </ul>
  )
}

function classOf(count: number): string {
  return count === 0 ? 'translation-gaps__whole' : 'translation-gaps__gap'
}

function useWordsForGaps() {
  const { t: say } = useOfficeText('portal')
  return (locale: keyof Gaps, count: number) =>
    `${NAMES[locale]}: ${count === 0 ? say('translated') : say('textsLacking', { count })}`
}
