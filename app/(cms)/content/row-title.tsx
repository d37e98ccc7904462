'use client'

import { useRowLabel, useTranslation } from '@payloadcms/ui'
import type { Words } from '@/lib/server/cms/words'

type Named = { title?: unknown; name?: unknown; question?: unknown; value?: unknown; section?: unknown; label?: unknown }

/** A closed row says what is in it: the kind of a block, and the first words of a block or an item. */
export function RowTitle({ kind }: { kind?: Words }) {
  const { data, rowNumber } = useRowLabel<Named>()
  const { i18n } = useTranslation()
  const language = i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk'
  const words = [data?.title, data?.name, data?.question, data?.value, data?.label].find((text): text is string => typeof text === 'string' && text !== '')
  const number = String((rowNumber ?? 0) + 1).padStart(2, '0')
  return (
    <span className="row-title">
      <span className="row-title__number">{number}</span>
      {kind ? <span className="row-title__kind">{kind[language]}</span> : null}
      <span className="row-title__words">{words}</span>
    </span>
  )
}
