'use client'

import { useTranslations } from 'next-intl'
import { LadderEmpty } from '@/components/auction/ladder-empty'
import { RUNG_GRID } from '@/components/auction/ladder-grid'
import { LadderRung } from '@/components/auction/ladder-rung'
import { layLadder } from '@/components/auction/ladder-rows'
import { useLiveState } from '@/components/auction/live-context'
import { useFormats } from '@/components/auction/use-formats'
import { useGlide } from '@/components/auction/use-glide'
import { Card, CardHeader } from '@/components/ui/card'
import { formatQuantity } from '@/lib/domain/money'

/** Who would get how much now: from the highest price down to the line where the volume ends (R7). */
export function Ladder() {
  const t = useTranslations('Auction.ladder')
  const { auction, own, freshBid } = useLiveState()
  const { amount, unit, priceUnit } = useFormats(auction)
  const ladder = layLadder(auction.ranking, auction.volume, own?.application?.participant ?? null)
  const container = useGlide(ladder.rungs.map((rung) => rung.row.participant).join(' ') + ladder.cutAfter)
  const over = auction.state === 'completed'
  if (auction.state === 'cancelled' || auction.state === 'unsuccessful') return null
  return (
    <Card aria-labelledby="ladder" className="@container" data-print={over ? undefined : 'hide'}>
      <CardHeader id="ladder" title={t(over ? 'titleFinal' : 'title')} aside={auction.state !== 'planned' && t('facts', { participants: auction.participants, bids: auction.bids })} />
      {ladder.rungs.length === 0 ? (
        <LadderEmpty />
      ) : (
        <div role="table" aria-label={t('caption')} aria-rowcount={ladder.rungs.length + 1} className="numbers relative -mx-3 mt-3" ref={container}>
          <div role="rowgroup">
            <div role="row" className={`${RUNG_GRID} px-3 pb-2 text-fine text-soft`}>
              <span role="columnheader">{t('participant')}</span>
              <span role="columnheader" className="text-right">{t('price', { unit: priceUnit })}</span>
              <span role="columnheader" className="hidden text-right @2xl:block">{t('quantity', { unit })}</span>
              <span aria-hidden className="hidden @2xl:block" />
              <span role="columnheader" className="text-right @max-[16rem]:col-start-2">{t(over ? 'givenFinal' : 'given', { unit })}</span>
            </div>
          </div>
          <div role="rowgroup">
            {ladder.rungs.map((rung, index) => (
              <LadderRung key={rung.row.participant} rung={rung} fresh={freshBid?.participant === rung.row.participant ? freshBid.seq : null} cut={ladder.cutAfter === index + 1} />
            ))}
          </div>
        </div>
      )}
      {ladder.rungs.length > 0 && ladder.left > 0 && <p className="mt-4 border-t border-line pt-4 text-small text-soft">{t('left', { volume: amount(formatQuantity(ladder.left)) })}</p>}
    </Card>
  )
}
