'use client'

import { useTranslations } from 'next-intl'

/** How long to wait, counting down; to a screen reader once and in words. `left` and `total` in seconds. */
export function WaitNote({ kind, left, total }: { kind: 'attempt' | 'letter'; left: number; total: number }) {
  const t = useTranslations('Waiting')
  if (left === 0) return <span role="status">{t(`${kind}.over`)}</span>
  return (
    <>
      <span aria-hidden className="numbers">{t(`${kind}.in`, { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}</span>
      <span role="status" className="sr-only">{t(`${kind}.in`, { time: total < 90 ? t('seconds', { count: total }) : t('minutes', { count: Math.ceil(total / 60) }) })}</span>
    </>
  )
}
