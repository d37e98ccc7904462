'use client'

import { useId, useState } from 'react'
import { Panel, StatusPill } from '@/app/(cms)/office/kit'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { api } from '@/lib/api/browser'
import type { AuctionDetail } from '@/lib/contract/auctions'
import type { ManagedWinner } from '@/lib/contract/manager'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import type { ConsoleTextKey } from '@/lib/server/cms/translations'
import { ExportButton } from '@/app/(cms)/office/lists/list-frame'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { useResource } from '@/app/(cms)/office/resource'
import { kyivTime } from '@/app/(cms)/office/times'
import { useWords } from '@/app/(cms)/office/use-words'
import { AskDialog, useAct } from './ask-dialog'
import type { ConsoleStore } from './console-store'

const OUTCOME_WORDS = {
  winner: 'outcomeWinner',
  partial_pending: 'outcomePartialPending',
  partial_accepted: 'outcomePartialAccepted',
  partial_refused: 'outcomePartialRefused',
  no_volume: 'outcomeNoVolume',
  disqualified: 'outcomeDisqualified',
  deactivated: 'outcomeDeactivated',
} as const satisfies Record<ManagedWinner['status'], ConsoleTextKey>

/** `version`: of the winners that stood there when it was asked. */
type Asking = { kind: 'confirm' | 'complete'; version: string } | { kind: 'disqualify'; winner: ManagedWinner }

function canDisqualify({ status }: ManagedWinner): boolean {
  return status === 'winner' || status === 'partial_pending' || status === 'partial_accepted'
}

type Props = { store: ConsoleStore; auction: AuctionDetail; className?: string }

/** The manager decides who wins, never how much or at what price (R8.1). */
export function WinnersPanel({ store, auction, className }: Props) {
  const { say, locale } = useWords()
  const { word } = useOffice()
  const { data: board, fault } = useResource(store.winners)
  const [asking, setAsking] = useState<Asking | null>(null)
  const deciding = auction.state === 'selection' && board !== null
  const unit = auction.category.unit
  const blockedId = useId()
  // R2.7, R7.3: winners are confirmed once none is deactivated and no part waits for an answer.
  const blocker = board?.blockers.find((found) => found !== 'winners_not_confirmed')
  // What completing waits for goes without saying while confirming itself has to wait.
  const blockers = board?.blockers.filter((found) => blocker === undefined || found !== 'winners_not_confirmed')
  return (
    <Panel
      title={say(board?.confirmed ? 'winnersConfirmed' : 'winners')}
      fault={fault}
      className={className}
      actions={
        board && (
          <>
            <ExportButton read={() => api.manager.exportWinners({ auction_id: auction.id, lang: locale })} />
            {deciding && !board.confirmed && (
              <Button
                size="sm"
                disabled={blocker !== undefined}
                aria-describedby={blocker && `${blockedId}-${blocker}`}
                onClick={() => setAsking({ kind: 'confirm', version: board.version })}
              >
                {say('confirmWinners')}
              </Button>
            )}
            {deciding && (
              <Button
                size="sm"
                tone={board.confirmed ? 'primary' : 'outline'}
                disabled={board.blockers.length > 0}
                onClick={() => setAsking({ kind: 'complete', version: board.version })}
              >
                {say('complete')}
              </Button>
            )}
          </>
        )
      }
    >
      {deciding &&
        blockers?.map((found) => (
          <p key={found} id={`${blockedId}-${found}`} className="text-small text-wait-text">
            {word(`error_${found}`)}
          </p>
        ))}
      {board && (
        <>
          <p className="text-small text-soft">
            {say('volumeSold')}: <b className="font-semibold">{formatQuantity(board.volume_sold, locale, unit)}</b>
            {board.average_price && (
              <>
                {' '}
                · {say('averagePrice')}: <b className="font-semibold">{formatPrice(board.average_price, locale)}</b>
              </>
            )}
          </p>
          <ol tabIndex={0} aria-label={say('winners')} className="min-h-0 divide-y divide-line overflow-y-auto">
            {board.list.map((winner) => (
              <li
                key={winner.participant}
                className={classNames(
                  'grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 py-2.5',
                  Number(winner.given) === 0 && 'text-soft',
                )}
              >
                <span className="text-soft">{winner.rank}</span>
                <span className="min-w-0 break-words font-semibold">
                  <span className="text-soft">{numberSign(winner.participant, locale)}</span> {winner.company_name}
                </span>
                <span className="whitespace-nowrap text-right font-semibold">{formatPrice(winner.price, locale)}</span>
                <span className="col-start-2 grid content-start justify-items-start gap-1">
                  <StatusPill status={`winner_${winner.status}`}>
                    {say(OUTCOME_WORDS[winner.status], {
                      at: winner.partial_until ? kyivTime(winner.partial_until, locale) : '',
                    })}
                  </StatusPill>
                  {winner.account_deactivated && winner.status !== 'deactivated' && (
                    <StatusPill status="winner_deactivated">{say('outcomeDeactivated')}</StatusPill>
                  )}
                  {winner.reason && <span className="text-small text-soft">{winner.reason}</span>}
                  {deciding && canDisqualify(winner) && (
                    <Button tone="danger" size="sm" onClick={() => setAsking({ kind: 'disqualify', winner })}>
                      {say('disqualify')}
                    </Button>
                  )}
                </span>
                <span className="grid content-start justify-items-end whitespace-nowrap text-small">
                  {formatQuantity(winner.given, locale)} / {formatQuantity(winner.quantity, locale, unit)}
                  <span className="text-soft">{formatPrice(winner.sum, locale)}</span>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      {asking && <Question store={store} asking={asking} onClose={() => setAsking(null)} />}
    </Panel>
  )
}

type QuestionProps = { store: ConsoleStore; asking: Asking; onClose: () => void }

function Question({ store, asking, onClose }: QuestionProps) {
  const { say } = useWords()
  const { busy, act } = useAct(store.refreshAll)
  const auction = { auction_id: store.auctionId }
  const shared = { busy, onClose }
  async function run(work: () => Promise<unknown>): Promise<void> {
    if (await act(work)) onClose()
  }
  switch (asking.kind) {
    case 'confirm':
      return (
        <AskDialog
          {...shared}
          title={say('confirmWinnersAsk')}
          text={say('confirmWinnersText')}
          verb={say('confirmWinners')}
          onAnswer={() => void run(() => api.manager.confirmWinners({ ...auction, version: asking.version }))}
        />
      )
    case 'complete':
      return (
        <AskDialog
          {...shared}
          title={say('completeAsk')}
          text={say('completeText')}
          verb={say('complete')}
          onAnswer={() => void run(() => api.manager.complete({ ...auction, version: asking.version }))}
        />
      )
    case 'disqualify':
      return (
        <AskDialog
          {...shared}
          title={say('disqualifyTitle', { company: asking.winner.company_name })}
          text={say('disqualifyText')}
          verb={say('disqualify')}
          danger
          withReason
          withFile
          onAnswer={({ reason, file }) => {
            if (file)
              void run(() =>
                api.manager.disqualify({ ...auction, participant: asking.winner.participant, reason, file }),
              )
          }}
        />
      )
    default:
      return asking satisfies never
  }
}
