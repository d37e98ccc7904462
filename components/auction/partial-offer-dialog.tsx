'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'

/** What an offer of a part says, in words. */
export interface PartialTerms {
  given: string
  price: string
  sum: string
  until: string
}

interface PartialOfferDialogProps {
  accept: boolean
  /** As the offer stood when the dialog opened: they do not change under the finger. */
  terms: PartialTerms
  /** The volume that is offered by now, in words, where it is another: these terms can be answered no more. */
  changedTo: string | null
  /** The time to answer has passed while the dialog was open. */
  isOver: boolean
  onBack: () => void
  onConfirm: () => void
}

/** The part in full, to be looked at once more: the answer to it cannot be undone (R7.3). */
export function PartialOfferDialog({ accept, terms, changedTo, isOver, onBack, onConfirm }: PartialOfferDialogProps) {
  const t = useTranslations('BidPanel.partial')
  const tSecond = useTranslations('BidPanel.second')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onBack()}
      title={t(accept ? 'acceptTitle' : 'refuseTitle', { given: terms.given })}
      description={accept ? t('acceptText', { ...terms }) : t('refuseText')}
      closeLabel={tSecond('close')}
      actions={
        changedTo === null ? (
          <>
            <Button tone="soft" onClick={onBack}>
              {t('back')}
            </Button>
            <Button tone={accept ? 'primary' : 'danger'} disabled={isOver} onClick={onConfirm}>
              {t(accept ? 'acceptConfirm' : 'refuseConfirm')}
            </Button>
          </>
        ) : (
          <Button onClick={onBack}>{t('viewChanged')}</Button>
        )
      }
    >
      <p className="text-small text-soft">{t('until', { time: terms.until })}</p>
      {changedTo !== null && (
        <Notice tone="wait" role="alert">
          {t('changed', { given: changedTo })}
        </Notice>
      )}
      {changedTo === null && isOver && (
        <Notice tone="wait" role="alert">
          {t('over')}
        </Notice>
      )}
    </Dialog>
  )
}
