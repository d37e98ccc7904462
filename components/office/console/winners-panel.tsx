'use client'

import { type ReactNode, useId, useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { Panel, StatusPill, TextLink } from '@/components/office/kit'
import { Button } from '@/components/ui/button'
import { SpecSheet } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { DocumentSignatures } from '@/components/signatures/document-signatures'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedWinner } from '@/lib/contract/manager-auctions'
import { formatPrice, formatQuantity, formatShortDateTime, numberSign } from '@/lib/i18n/formats'
import { useApplications, useWinners } from './console-queries'
import { RelatedCompanies } from './related-companies'
import { UndeliveredNote } from './undelivered-note'
import { ExportButton } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'

/** `version`: of the winners shown when the dialog was opened. */
type OpenDialog = { kind: 'confirm' | 'complete'; version: string } | { kind: 'disqualify'; winner: ManagedWinner }

function canDisqualify({ status }: ManagedWinner): boolean {
  return status === 'winner' || status === 'partial_pending' || status === 'partial_accepted'
}

interface Props {
  auction: AuctionDetail
  className?: string
}

/** The manager decides who wins, never how much or at what price (R8.1). */
export function WinnersPanel({ auction, className }: Props) {
  const { t, locale } = useOfficeText()
  const { data: board, fault } = useWinners(auction)
  const { data: applications = [] } = useApplications(auction.id)
  const applicationOf = new Map(applications.map((application) => [application.participant, application]))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const deciding = auction.state === 'selection' && board !== undefined
  const unit = auction.category.unit
  const blockedId = useId()
  // R2.7, R7.3: winners are confirmed once none is deactivated and no partial offer is open.
  const blocker = board?.blockers.find((code) => code !== 'winners_not_confirmed')
  // While something else blocks the confirmation, "not confirmed" is not worth a mention.
  const blockers = board?.blockers.filter((code) => blocker === undefined || code !== 'winners_not_confirmed')
  return (
    <Panel
      id="winners"
      title={t(board?.confirmed ? 'decision_winners_confirmed' : 'winners')}
      fault={fault}
      className={className}
      actions={
        board && <ExportButton read={() => api.manager.exportWinners({ auction_id: auction.id, lang: locale })} />
      }
    >
      {deciding && (
        <div className="flex flex-wrap gap-2">
          {!board.confirmed && (
            <Button
              size="sm"
              disabled={blocker !== undefined}
              aria-describedby={blocker && `${blockedId}-${blocker}`}
              onClick={() => setOpen({ kind: 'confirm', version: board.version })}
            >
              {t('confirmWinners')}
            </Button>
          )}
          <Button
            size="sm"
            tone={board.confirmed ? 'primary' : 'outline'}
            disabled={board.blockers.length > 0}
            onClick={() => setOpen({ kind: 'complete', version: board.version })}
          >
            {t('complete')}
          </Button>
        </div>
      )}
      {deciding &&
        blockers?.map((code) => (
          <p key={code} id={`${blockedId}-${code}`} className="text-small text-wait-text">
            {t(`error_${code}`)}
          </p>
        ))}
      {board && (
        <>
          <p className="text-small text-soft">
            {t('volumeSold')}: <b className="font-semibold">{formatQuantity(board.volume_sold, locale, unit)}</b>
            {board.average_price && (
              <>
                {' '}
                · {t('averagePrice')}: <b className="font-semibold">{formatPrice(board.average_price, locale)}</b>
              </>
            )}
          </p>
          <ol
            tabIndex={0}
            aria-label={t('winners')}
            className="divide-y divide-line overflow-y-auto @min-[860px]:grow @min-[860px]:basis-0"
          >
            {board.list.map((winner) => (
              <li
                key={winner.participant}
                className={classNames(
                  'grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 py-2.5',
                  Number(winner.allocated) === 0 && 'text-soft',
                )}
              >
                <span className="text-soft">{winner.rank}</span>
                <span className="min-w-0 break-words font-semibold">
                  <span className="text-soft">{numberSign(winner.participant, locale)}</span>{' '}
                  {applicationOf.get(winner.participant)?.company.company_short_name ?? winner.company_name}
                </span>
                <span className="whitespace-nowrap text-right font-semibold">{formatPrice(winner.price, locale)}</span>
                <span className="col-span-2 col-start-2 flex flex-wrap justify-between gap-x-4 text-small">
                  {formatQuantity(winner.allocated, locale)} / {formatQuantity(winner.quantity, locale, unit)}
                  {Number(winner.allocated) > 0 && (
                    <span className="text-soft">{t('uah', { sum: formatPrice(winner.sum, locale) })}</span>
                  )}
                </span>
                <span className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                  <RelatedCompanies auctionId={auction.id} application={applicationOf.get(winner.participant)} />
                  <StatusPill status={`winner_${winner.status}`}>{t(`winner_${winner.status}`)}</StatusPill>
                  {winner.status === 'partial_pending' && winner.partial_until && (
                    <span className="text-small text-wait-text">
                      {t('answerBy', { at: formatShortDateTime(winner.partial_until, locale) })}
                    </span>
                  )}
                  <UndeliveredNote letter={winner.undelivered} />
                  {winner.account_deactivated && winner.status !== 'deactivated' && (
                    <StatusPill status="winner_deactivated">{t('winner_deactivated')}</StatusPill>
                  )}
                  {winner.reason && <span className="w-full break-words text-small text-soft">{winner.reason}</span>}
                  {winner.file && <Evidence file={winner.file} />}
                  {deciding && canDisqualify(winner) && (
                    <Button
                      tone="quiet"
                      size="sm"
                      className="-my-1 ml-auto -mr-3.5 text-lose-text"
                      onClick={() => setOpen({ kind: 'disqualify', winner })}
                    >
                      {t('disqualify')}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      {open && (
        <WinnersDialog auctionId={auction.id} decision={open} onClose={() => setOpen(null)}>
          <SpecSheet
            rows={(board?.list ?? [])
              .filter(({ allocated }) => Number(allocated) > 0)
              .map((winner) => [
                `${numberSign(winner.participant, locale)} ${winner.company_name}`,
                <span key="share" className="numbers">
                  {formatQuantity(winner.allocated, locale, unit)} ·{' '}
                  {t('uah', { sum: formatPrice(winner.sum, locale) })}
                </span>,
              ])}
          />
        </WinnersDialog>
      )}
    </Panel>
  )
}

/** The file behind a disqualification; if it is signed, with its contents and signatures (R15.1). */
function Evidence({ file }: { file: NonNullable<ManagedWinner['file']> }) {
  const { locale } = useOfficeText()
  return (
    <>
      <TextLink href={file.url} target="_blank" rel="noreferrer" className="text-small">
        {file.name}
      </TextLink>
      {file.signed && (
        <DocumentSignatures
          locale={locale}
          read={async () => (await api.manager.documentSignatures({ id: file.id })).data}
        />
      )}
    </>
  )
}

interface WinnersDialogProps {
  auctionId: number
  decision: OpenDialog
  onClose: () => void
  /** The winners with their volumes and sums, which a confirmation is about. */
  children: ReactNode
}

function WinnersDialog({ auctionId, decision, onClose, children }: WinnersDialogProps) {
  const { t } = useOfficeText()
  const auction = { auction_id: auctionId }
  switch (decision.kind) {
    case 'confirm':
      return (
        <DecisionDialog
          title={t('confirmWinnersAsk')}
          text={t('confirmWinnersText')}
          verb={t('confirmWinners')}
          done="decision_winners_confirmed"
          decide={() => api.manager.confirmWinners({ ...auction, version: decision.version })}
          onClose={onClose}
        >
          {children}
        </DecisionDialog>
      )
    case 'complete':
      return (
        <DecisionDialog
          title={t('completeAsk')}
          text={t('completeText')}
          verb={t('complete')}
          done="decision_completed"
          decide={() => api.manager.complete({ ...auction, version: decision.version })}
          onClose={onClose}
        >
          {children}
        </DecisionDialog>
      )
    case 'disqualify':
      return (
        <DecisionDialog
          title={t('disqualifyTitle', { company: decision.winner.company_name })}
          text={t('disqualifyText')}
          verb={t('disqualify')}
          danger
          reasonFor={`disqualify:${auctionId}:${decision.winner.participant}`}
          withFile
          done="decision_winner_disqualified"
          decide={({ reason, file, areNamesConfirmed }) =>
            api.manager.disqualify({
              ...auction,
              participant: decision.winner.participant,
              reason,
              file: file!,
              names_confirmed: String(areNamesConfirmed),
            })
          }
          onClose={onClose}
        />
      )
    default:
      return decision satisfies never
  }
}
