'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useLiveAuction } from './live-context'
import { useFormats } from './use-formats'

/** Why there is no ranking to see: sealed before the start, closed to the public, or simply no bid yet. */
export function LadderEmpty() {
  const t = useTranslations('Auction.ladder')
  const auction = useLiveAuction()
  const { moment } = useFormats(auction)
  if (auction.state === 'planned') {
    return (
      <Empty title={t('planned')} text={t('plannedText', { time: moment(auction.starts_at) })}>
        <p className="font-semibold">{t('plannedCount', { count: auction.participants })}</p>
      </Empty>
    )
  }
  if (auction.visibility === 'closed') return <Empty title={t('hidden')} text={t('hiddenText')} />
  return <Empty title={t('empty')} text={t('emptyText')} />
}

function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="mt-4 grid justify-items-center gap-2 rounded-md bg-sunken px-5 py-9 text-center">
      <SkeletonRows />
      <p className="text-body font-semibold">{title}</p>
      <p className="max-w-[52ch] text-small text-soft">{text}</p>
      {children}
    </div>
  )
}

/** A ladder without names: shares going down to the line. */
function SkeletonRows() {
  return (
    <svg aria-hidden viewBox="0 0 120 44" className="mb-2 h-11 w-30" fill="none">
      <g className="text-control" fill="currentColor" opacity=".38">
        <rect x="0" y="0" width="38" height="6" rx="3" />
        <rect x="38" y="12" width="46" height="6" rx="3" />
        <rect x="84" y="24" width="36" height="6" rx="3" />
      </g>
      <path d="M0 40h120" className="stroke-wait-mark" strokeWidth="2" strokeDasharray="5 5" />
    </svg>
  )
}
