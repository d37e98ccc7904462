import { useState } from 'react'
import { DecisionDialog } from '@/components/office/decision-dialog'
import { TimeLeft } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { api } from '@/lib/api/browser'
import { useHalt, useServerTime } from '@/lib/api/use-server-time'
import type { AuctionDetail } from '@/lib/contract/auctions'
import { formatShortDateTime, formatTimeWithSeconds } from '@/lib/i18n/formats'

const NOTICE_MINUTES = [1, 5, 15, 60] as const

/** Halts and resumes a running auction (R13.1). */
export function HaltActions({ auction }: { auction: AuctionDetail }) {
  const { t } = useOfficeText()
  const [open, setOpen] = useState<'halt' | 'resume' | null>(null)
  const halt = useHalt(auction)
  const isHalted = halt !== null
  if (auction.state !== 'running' || (halt?.resumes_at ?? null) !== null) return null
  return (
    <>
      <Button tone="outline" size="sm" onClick={() => setOpen(isHalted ? 'resume' : 'halt')}>
        {t(isHalted ? 'resume' : 'halt')}
      </Button>
      {open === 'halt' && (
        <DecisionDialog
          title={t('haltTitle', { number: auction.number })}
          text={t('haltText')}
          verb={t('halt')}
          danger
          reasonFor={`halt:${auction.id}`}
          done="decision_halted"
          decide={({ reason, areNamesConfirmed }) =>
            api.manager.haltAuction({ auction_id: auction.id, reason, names_confirmed: areNamesConfirmed })
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'resume' && <ResumeDialog auction={auction} onClose={() => setOpen(null)} />}
    </>
  )
}

function ResumeDialog({ auction, onClose }: { auction: AuctionDetail; onClose: () => void }) {
  const { t, locale } = useOfficeText()
  const [minutes, setMinutes] = useState<number>(NOTICE_MINUTES[0])
  const since = Date.parse(auction.halt?.since ?? auction.effective_end)
  const newEnd = useServerTime(
    (now) => Math.ceil((Date.parse(auction.effective_end) + now + minutes * 60_000 - since) / 1_000) * 1_000,
  )
  return (
    <DecisionDialog
      title={t('resumeTitle', { number: auction.number })}
      text={t('resumeText')}
      verb={t('resume')}
      done="decision_resumed"
      decide={() => api.manager.resumeAuction({ auction_id: auction.id, notice_seconds: minutes * 60 })}
      onClose={onClose}
    >
      <Select
        label={t('resumeAfter')}
        name="minutes"
        value={String(minutes)}
        options={NOTICE_MINUTES.map((value) => ({ value: String(value), label: `${value} ${t('minutesShort')}` }))}
        onValueChange={(value) => setMinutes(Number(value))}
      />
      {newEnd !== null && (
        <p className="numbers text-small">
          {t('newEnd', { at: formatShortDateTime(new Date(newEnd).toISOString(), locale, 'timeWithSeconds') })}
        </p>
      )}
    </DecisionDialog>
  )
}

export function HaltReason({ auction }: { auction: AuctionDetail }) {
  const { t, locale } = useOfficeText()
  const halt = useHalt(auction)
  if (halt === null) return null
  return (
    <Notice
      tone="wait"
      role="status"
      title={
        halt.resumes_at === null ? (
          t('haltedSince', { at: formatTimeWithSeconds(halt.since, locale) })
        ) : (
          <span className="flex flex-wrap items-baseline gap-x-2">
            {t('resumesIn')} <TimeLeft until={halt.resumes_at} />
          </span>
        )
      }
    >
      <p>{halt.reason}</p>
      {halt.resumes_at === null && <p>{t('haltMovesEnds')}</p>}
    </Notice>
  )
}
