import { TONES } from '@/lib/contract/tones'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useFormats, useLivePage, useLiveState } from '@/components/auction/live/live-context'
import { WaitingMark } from '@/components/auction/live/waiting-mark'
import { Button } from '@/components/ui/button'
import { Card, CardHeader, SpecSheet } from '@/components/ui/card'
import { useCopy } from '@/components/ui/copy'
import { Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { auctionApi } from '@/lib/api/auction'
import type { OwnDeposit } from '@/lib/contract/deposits'
import { formatIban, formatPercent } from '@/lib/i18n/formats'

/** The applicant's deposit: amount, account, reference, and the volume covered (R11.1). */
export function DepositCard() {
  const t = useTranslations('Deposit')
  const { auction } = useLiveState()
  const { price, amount, dayTime, locale } = useFormats(auction)
  const deposit = useOwnDeposit()
  if (deposit === 'unread') return <WaitingMark />
  if (deposit === null || deposit.state === 'none') return null
  const money = (sum: string) => t('money', { sum: price(sum) })
  const { payment } = deposit
  const isPartial = deposit.state === 'received' && !deposit.covers
  const isOpen = deposit.state === 'expected' || deposit.state === 'received'
  // More can be paid while bidding runs (R11.3).
  const canGrow = isOpen && (auction.state === 'planned' || auction.state === 'running')
  return (
    <Card id="deposit" aria-labelledby="deposit-title" className="@container grid gap-4 scroll-mt-4" data-print="hide">
      <CardHeader
        id="deposit-title"
        title={t('title', { rate: formatPercent(deposit.rate, locale), sum: money(deposit.required) })}
        aside={
          isPartial ? (
            <Pill tone="wait">{t('partial')}</Pill>
          ) : (
            <Pill tone={TONES.deposit[deposit.state]}>{t(`states.${deposit.state}`)}</Pill>
          )
        }
      />
      <SpecSheet
        rows={[
          [t('received'), money(deposit.received)],
          isOpen && [t('covers'), amount(deposit.covered_quantity)],
          payment !== null && [t('due'), dayTime(deposit.due_by)],
          deposit.return_by !== null && [t('returnBy'), dayTime(deposit.return_by)],
          ...deposit.settlements.map(
            ({ kind, amount: sum, at }) => [t(`states.${kind}`), `${money(sum)}, ${dayTime(at)}`] as const,
          ),
        ]}
      />
      {deposit.settlements.map(
        ({ reason, at }) =>
          reason && (
            <Notice key={at} tone="wait">
              {reason}
            </Notice>
          ),
      )}
      {payment && <Payment deposit={deposit} payment={payment} money={money} />}
      {!payment && canGrow && (
        <details className="text-small">
          <summary className="w-fit py-1 text-link hover:underline max-sm:py-2.5">{t('topUp')}</summary>
          <p className="mt-1 mb-3 text-soft">{t('topUpHow')}</p>
          <PaymentDetails deposit={deposit} />
        </details>
      )}
    </Card>
  )
}

interface PaymentProps {
  deposit: OwnDeposit
  payment: NonNullable<OwnDeposit['payment']>
  money: (sum: string) => string
}

/** Where to pay, each with a copy button. */
function PaymentDetails({ deposit, missing }: { deposit: OwnDeposit; missing?: string }) {
  const t = useTranslations('Deposit')
  const { recipient, iban, edrpou, bank } = deposit.account
  const details = [
    ...(missing === undefined ? [] : [['missing', missing, deposit.missing] as const]),
    ['recipient', recipient, recipient],
    ['iban', formatIban(iban), iban],
    ['edrpou', edrpou, edrpou],
    ['bank', bank, bank],
    // The reference must not break across lines, or it is copied by hand in part.
    [
      'purpose',
      deposit.purpose.replace(deposit.reference, deposit.reference.replaceAll(' ', '\u00A0')),
      deposit.purpose,
    ],
  ] as const
  return (
    <dl className="grid content-start gap-2.5 @2xl:row-span-2">
      {details.map(([name, shown, copied]) => (
        <div key={name} className="border-t border-line pt-2.5">
          <dt className="text-fine text-soft">{t(`details.${name}`)}</dt>
          <dd className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 break-words font-semibold">{shown}</span>
            <span className="-mt-5 -mb-2.5">
              <CopyButton text={copied} label={t(`details.${name}`)} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The payment that is due, with the code for banking apps. */
function Payment({ deposit, payment, money }: PaymentProps) {
  const t = useTranslations('Deposit')
  return (
    // Wide in the main column before bidding, narrow beside it afterwards.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @2xl:grid-cols-[minmax(0,1fr)_15rem] @2xl:gap-x-8">
      <p className="text-small text-soft @2xl:col-span-2">{t('howTo')}</p>
      <PaymentDetails deposit={deposit} missing={money(deposit.missing)} />
      <figure className="grid justify-items-center gap-2">
        {/* White in both themes for the camera. As an image it cannot run scripts. */}
        <img
          alt={t('code')}
          src={`data:image/svg+xml,${encodeURIComponent(payment.qr_svg)}`}
          className="size-60 max-w-full rounded-md bg-white"
        />
        <figcaption className="text-center text-fine text-soft">{t('codeHint')}</figcaption>
      </figure>
      <a
        href={payment.url}
        rel="noreferrer"
        className="inline-flex min-h-8 items-center self-start justify-self-center text-small font-semibold text-link underline underline-offset-2"
      >
        {t('openBank')}
      </a>
      <p className="text-fine text-soft @2xl:col-span-2">{t('sealed')}</p>
    </div>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('Deposit')
  const { copied, copy } = useCopy(text)
  if (copy === null) return null
  return (
    <Button tone="quiet" size="sm" aria-label={`${t('copy')}: ${label}`} onClick={copy}>
      <span role="status">{copied ? t('copied') : t('copy')}</span>
    </Button>
  )
}

/** Payments are counted outside the auction's log, so no event announces them. */
const REFETCH_MS = 60_000

/**
 * Refetches when the application, the covered quantity or the auction's state changes, after an outage, when the page becomes visible,
 * and every minute until the deposit covers the application.
 */
function useOwnDeposit(): OwnDeposit | null | 'unread' {
  const { auction, own, connection } = useLiveState()
  const { store } = useLivePage()
  const [deposit, setDeposit] = useState<OwnDeposit | null | 'unread'>('unread')
  const isOffline = connection === 'offline'
  const version = [own?.application?.status, own?.limits?.covered_quantity, auction.state, isOffline].join(' ')
  useEffect(() => {
    let isUnmounted = false
    let isCovered = false
    async function read(): Promise<void> {
      try {
        const { data } = await (await auctionApi()).deposits.own({ auction_id: auction.id })
        if (isUnmounted) return
        setDeposit(data)
        // The application says whether it still waits for it.
        store.dispatch({ type: 'own_deposit', covers: data?.covers === true })
        isCovered = data?.covers !== false
      } catch {
        // The card keeps its last data; the next refetch replaces it.
        if (!isUnmounted) setDeposit((before) => (before === 'unread' ? null : before))
      }
    }
    const readIfVisible = () => document.visibilityState === 'visible' && void read()
    void read()
    document.addEventListener('visibilitychange', readIfVisible)
    const timer = setInterval(() => isCovered || readIfVisible(), REFETCH_MS)
    return () => {
      isUnmounted = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readIfVisible)
    }
  }, [auction.id, store, version])
  return deposit
}
