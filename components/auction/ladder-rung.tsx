'use client'

import { useTranslations } from 'next-intl'
import { RUNG_GRID } from '@/components/auction/ladder-grid'
import type { Rung } from '@/components/auction/ladder-rows'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { classNames } from '@/components/ui/class-names'
import { VisuallyHidden } from '@/components/ui/visually-hidden'

export interface LadderRungProps {
  rung: Rung
  /** The sequence number of this row’s bid where it came while the page was open: its price glows once. */
  fresh: number | null
  /** The volume ends below this row. */
  cut: boolean
}

/** One participant: what it bids, what it would get, and where along the lot’s volume that lies. */
export function LadderRung({ rung, fresh, cut }: LadderRungProps) {
  const t = useTranslations('Auction.ladder')
  const { auction } = useLiveState()
  const { price, quantity, amount } = useFormats(auction)
  const { row, own } = rung
  const nothing = rung.width === 0
  const why = row.outcome === 'passed_over' ? t('passedOver') : row.outcome === 'excluded' ? t('excluded') : row.outcome === 'conditional' ? t('conditional') : null
  return (
    <>
      <div role="row" data-glide={row.participant} aria-current={own || undefined} className={classNames(RUNG_GRID, 'relative gap-y-2 border-t border-line px-3 py-3', own && 'rounded-md border-transparent bg-own', nothing && 'text-soft')}>
        <span role="cell" className="flex min-w-0 items-baseline gap-2.5">
          <span className="w-4 shrink-0 text-fine text-soft">{row.rank}</span>
          <span className="whitespace-nowrap font-semibold">{t('number', { participant: String(row.participant) })}</span>
          {own && <span className="rounded-sm bg-action px-1.5 py-0.5 text-fine font-semibold leading-none text-on-action">{t('you')}</span>}
        </span>
        <span role="cell" className="whitespace-nowrap text-right">
          <span key={fresh ?? 'first'} className={classNames('rounded-sm px-1 -mx-1', !nothing && 'font-semibold', fresh !== null && 'animate-[glow_1.4s_ease-out]')}>
            {price(row.price)}
          </span>
        </span>
        <span role="cell" className="hidden whitespace-nowrap text-right @2xl:block">{quantity(row.quantity)}</span>
        <span aria-hidden className="col-span-full row-start-2 @max-[16rem]:row-start-3 @2xl:col-span-1 @2xl:row-start-1 @2xl:col-start-4">
          <Share rung={rung} />
          <span className="mt-1.5 block text-fine text-soft @2xl:hidden">
            {t('asks', { quantity: amount(row.quantity) })}
            {why && `, ${why}`}
          </span>
        </span>
        <span role="cell" className={classNames('whitespace-nowrap text-right @max-[16rem]:col-start-2 @max-[16rem]:row-start-2 @2xl:col-start-5', !nothing && 'font-semibold')}>
          {nothing ? <><span aria-hidden>—</span><VisuallyHidden>{t('nothing')}</VisuallyHidden></> : quantity(row.given)}
        </span>
        {why && <span className="col-span-full hidden text-fine @2xl:block">{why}</span>}
      </div>
      {cut && <CutLine />}
    </>
  )
}

/** The lot’s whole volume as a track, with this row’s share in its place: the shares go down like steps to the line where the volume ends. */
function Share({ rung }: { rung: Rung }) {
  return (
    <span className="relative block h-2 overflow-hidden rounded-full bg-bar-rest">
      {rung.width > 0 && <span className="absolute inset-y-0 rounded-full bg-bar transition-[left,width] duration-250 ease-out" style={{ left: `${rung.from}%`, width: `${rung.width}%` }} />}
    </span>
  )
}

function CutLine() {
  const t = useTranslations('Auction.ladder')
  const { auction } = useLiveState()
  const { amount } = useFormats(auction)
  return (
    <div role="row" data-glide="cut" className="px-3">
      <div role="cell" className="flex items-center gap-3 pb-2.5 pt-1 text-fine font-semibold text-wait-text">
        <span aria-hidden className="h-0 flex-1 border-t-2 border-dashed border-wait-mark" />
        <span>{t('cut', { volume: amount(auction.volume) })}</span>
        <span aria-hidden className="h-0 w-6 border-t-2 border-dashed border-wait-mark" />
      </div>
    </div>
  )
}
