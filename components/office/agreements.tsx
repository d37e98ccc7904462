'use client'

import { useState } from 'react'
import * as z from 'zod'
import { AgreementStatus, LoadingPage, OfficePage, Panel, TextLink } from '@/components/office/kit'
import { SpecSheet } from '@/components/ui/card'
import { type Translate, useOfficeText } from '@/components/office/office-text'
import { fromKyivLocal } from '@/components/office/lots/lot-form'
import { useOfficeQuery } from '@/components/office/queries'
import { RecordForm, type RecordValues } from '@/components/office/record-form'
import { readRecord, readRecords } from '@/components/office/records'
import { consolePath, roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { AgreementSigning } from '@/components/office/signing'
import { Button, buttonLook } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import { useServerTime } from '@/lib/api/use-server-time'
import { FILES_PATH, LANGUAGE_NAMES, type Locale, LOCALES } from '@/lib/config/constants'
import { agreementAwaits, agreementStatus, signatureStanding } from '@/lib/contract/cabinet'
import {
  formatDate,
  formatDateNumeric,
  formatPrice,
  formatQuantity,
  kyivDate,
  numberSign,
  readTypedDecimal,
  writeDecimal,
} from '@/lib/i18n/formats'

const dayText = (day: string, locale: Locale) => formatDateNumeric(`${day}T12:00:00Z`, locale)

/** The day in Kyiv of a date as Payload stores it. */
const dayOf = (stored: string | null | undefined) => (stored ? kyivDate(new Date(stored)) : null)

const agreement = z
  .object({
    id: z.int(),
    number: z.string(),
    name: z.string().nullish(),
    product: z.string().nullish(),
    company: z.object({ id: z.int(), company_short_name: z.string() }).or(z.number()),
    auction: z
      .object({
        id: z.int(),
        number: z.int().nullish(),
        category: z.object({ unit_label: z.string().nullish() }).or(z.number()).nullish(),
      })
      .or(z.number())
      .nullish(),
    quantity: z.string(),
    price: z.string(),
    sum: z.string(),
    deposit: z.string().nullish(),
    starts_on: z.string().nullish(),
    ends_on: z.string().nullish(),
    unsettled: z.boolean().nullish(),
    status: agreementStatus,
    signatures: signatureStanding.nullish(),
    awaits: agreementAwaits.nullish(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .transform(({ starts_on: first, ends_on: last, signatures, ...stored }) => ({
    ...stored,
    signatures: signatures ?? null,
    starts_on: dayOf(first),
    ends_on: dayOf(last),
  }))
type StoredAgreement = z.infer<typeof agreement>

const STATUSES = {
  awaiting_signature: 'agreement_awaiting_signature',
  signed_by_buyer: 'agreement_signed_by_buyer',
  current: 'agreement_current',
  archived: 'agreement_archived',
} as const

/** Agreements that wait for their days, or end soon. */
const TERMS = {
  missing: 'termMissing',
  ending: 'termEnding',
} as const

const ENDING_DAYS = 30

/** The beginning of a day in Kyiv, so many days from today. */
function startOfDay(offset: number): string {
  const day = kyivDate(new Date(serverClock.now() + offset * 86_400_000))
  return fromKyivLocal(`${day}T00:00`) ?? ''
}

function termConditions(term: keyof typeof TERMS | undefined): Record<string, string> {
  if (term === 'missing') return { 'ends_on][exists': 'false', 'status][equals': 'awaiting_signature' }
  if (term !== 'ending') return {}
  return {
    'ends_on][greater_than_equal': startOfDay(0),
    'ends_on][less_than': startOfDay(ENDING_DAYS),
    'status][equals': 'current',
  }
}

/** After its last day an agreement is archived, whatever is stored, unless something is left to pay, ship or sign. */
function meaningOf(status: keyof typeof STATUSES) {
  const today = startOfDay(0)
  return status === 'archived'
    ? [
        { 'status][equals': status, 'ends_on][less_than': today },
        { 'status][equals': status, 'unsettled][not_equals': 'true' },
      ]
    : [
        { 'status][equals': status },
        { 'ends_on][exists': 'false', 'ends_on][greater_than_equal': today, 'unsettled][equals': 'true' },
      ]
}

/** The status by `meaningOf`. */
function statusOf({ status, ends_on: last, unsettled }: StoredAgreement, now: number): StoredAgreement['status'] {
  const isOver = last !== null && last < kyivDate(new Date(now))
  return isOver && !unsettled ? 'archived' : status
}

function StoredStatus({ agreement: stored }: { agreement: StoredAgreement }) {
  const status = useServerTime((now) => statusOf(stored, now)) ?? stored.status
  return <AgreementStatus agreement={{ ...stored, status }} />
}

/** Whose turn it is to complete or sign the agreement; null once both have signed, or it is over. */
function turnOf(stored: StoredAgreement, t: Translate): string | null {
  const { awaits } = stored
  const status = statusOf(stored, serverClock.now())
  if (status === 'signed_by_buyer') return t('turn_organiser_signs')
  if (status !== 'awaiting_signature') return null
  return t(
    awaits === 'organiser'
      ? 'turn_organiser_completes'
      : awaits === 'buyer'
        ? 'turn_buyer_completes'
        : 'turn_buyer_signs',
  )
}

function CompanyLink({ company }: Pick<StoredAgreement, 'company'>) {
  if (typeof company === 'number') return null
  return <TextLink href={roomPath('companies', company.id)}>{company.company_short_name}</TextLink>
}

function unitOf({ auction }: StoredAgreement): string | undefined {
  const category = typeof auction === 'object' ? auction?.category : null
  return (typeof category === 'object' && category?.unit_label) || undefined
}

function AuctionLink({ auction }: Pick<StoredAgreement, 'auction'>) {
  const { locale } = useOfficeText()
  if (typeof auction !== 'object' || auction === null) return null
  return <TextLink href={consolePath(auction.id)}>{numberSign(auction.number ?? auction.id, locale)}</TextLink>
}

/** The address may hold anything. */
const auctionNumber = (typed: string | undefined) => (typed && /^\d{1,9}$/.test(typed) ? typed : undefined)

/** A console links to the agreements of its auction; the list offers none by itself. */
function useAuctionChoice() {
  const { locale } = useOfficeText()
  return {
    optionsOf: () => [],
    nameOf: (_: string, number: string) => numberSign(number, locale),
    fault: null,
    refetch: () => undefined,
  }
}

const AGREEMENTS = defineScreen({
  room: 'agreements',
  search: 'searchAgreements',
  filters: {
    status: { label: 'status', tabs: true, options: STATUSES },
    term: { label: 'term', options: TERMS },
    auction: { label: 'auction', loaded: true, linked: true },
  },
  useChoices: useAuctionChoice,
  read: ({ status, term, auction, search, sort }, cursor, { locale }) =>
    readRecords(
      'agreements',
      agreement,
      {
        where: { 'auction.number][equals': auctionNumber(auction), ...termConditions(term) },
        status,
        statuses: STATUSES,
        meaningOf,
        searched: ['number', 'company.company_short_name', 'company.edrpou', 'name'],
        search,
        sort: sort ?? (term === 'ending' ? 'ends_on' : '-createdAt'),
        lang: locale,
      },
      cursor,
    ),
  counts: ({ counts }) => counts,
  exportTable: ({ status }, { locale }) => api.manager.exportAgreements({ status, lang: locale }),
  columns: [
    {
      key: 'number',
      head: 'number',
      sorts: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ id, number }) => (
        <TextLink href={roomPath('agreements', id)} className="font-semibold">
          {number}
        </TextLink>
      ),
    },
    {
      key: 'company',
      head: 'company',
      cut: true,
      headClass: 'tabular:w-1/4',
      cell: ({ company }) => <CompanyLink company={company} />,
    },
    { key: 'auction', head: 'auction', cell: ({ auction }) => <AuctionLink auction={auction} /> },
    { key: 'status', head: 'status', cell: (row) => <StoredStatus agreement={row} /> },
    { key: 'turn', head: 'turn', cellClass: 'whitespace-nowrap', cell: (row, { t }) => turnOf(row, t) },
    {
      key: 'quantity',
      head: 'volume',
      numeric: true,
      spare: true,
      cell: ({ quantity }, { locale }) => formatQuantity(quantity, locale),
    },
    {
      key: 'price',
      head: 'price',
      numeric: true,
      spare: true,
      cell: ({ price }, { locale }) => formatPrice(price, locale),
    },
    { key: 'sum', head: 'sum', numeric: true, cell: ({ sum }, { locale }) => formatPrice(sum, locale) },
    {
      key: 'ends_on',
      head: 'inForceUntil',
      sorts: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ ends_on: day }, { t, locale }) =>
        day === null ? <span className="text-wait-text">{t('notSet')}</span> : dayText(day, locale),
    },
    {
      key: 'createdAt',
      head: 'created',
      spare: true,
      sorts: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ createdAt }, { locale }) => formatDateNumeric(createdAt, locale),
    },
  ],
})

export function AgreementsScreen() {
  return <ScreenPage screen={AGREEMENTS} />
}

export function AgreementPage({ id }: { id: number }) {
  const { t, locale } = useOfficeText()
  const [language, setLanguage] = useState<Locale>('uk')
  const query = useOfficeQuery(['agreement', id, language], () => readRecord('agreements', id, agreement, language, 2))
  const back = roomPath('agreements')
  const { data } = query
  if (!data) return <LoadingPage query={query} back={back} />
  const isSigned = data.status !== 'awaiting_signature'
  return (
    <OfficePage
      title={`${t('agreement')} ${data.number}`}
      pill={<StoredStatus agreement={data} />}
      back={back}
      actions={
        <a href={`${FILES_PATH}/agreement-${id}.pdf?lang=uk`} className={buttonLook({ tone: 'outline', size: 'sm' })}>
          PDF
        </a>
      }
    >
      <AgreementSigning agreementId={id} version={`${data.starts_on} ${data.ends_on}`} onSigned={query.refetch} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
        <Panel title={t('agreement')}>
          <SpecSheet
            look="blocks"
            rows={[
              [t('recordName'), data.name ?? ''],
              [t('soldProduct'), data.product ?? ''],
              [t('company'), <CompanyLink key="company" company={data.company} />],
              [t('auction'), <AuctionLink key="auction" auction={data.auction} />],
              [t('volume'), formatQuantity(data.quantity, locale, unitOf(data))],
              [t('price'), formatPrice(data.price, locale)],
              [t('sum'), formatPrice(data.sum, locale)],
              !!data.deposit && [t('deposit'), formatPrice(data.deposit, locale)],
              [t('inForceFrom'), data.starts_on === null ? t('notSet') : dayText(data.starts_on, locale)],
              [t('inForceUntil'), data.ends_on === null ? t('notSet') : dayText(data.ends_on, locale)],
              [t('created'), formatDate(data.createdAt, locale)],
            ]}
          />
        </Panel>
        <Panel
          title={t('terms')}
          actions={
            !isSigned &&
            LOCALES.map((name) => (
              <Button
                key={name}
                size="sm"
                tone={name === language ? 'primary' : 'outline'}
                aria-pressed={name === language}
                onClick={() => setLanguage(name)}
              >
                {LANGUAGE_NAMES[name]}
              </Button>
            ))
          }
        >
          {isSigned && <Notice tone="plan">{t('agreementTermsFixed')}</Notice>}
          <RecordForm
            key={language}
            collection="agreements"
            record={data}
            lang={language}
            fields={[
              ...(isSigned
                ? []
                : ([
                    { name: 'name', label: 'recordName' },
                    { name: 'product', label: 'soldProduct', kind: 'text', rows: 2 },
                    { name: 'deposit', label: 'deposit', inputMode: 'decimal' },
                    { name: 'starts_on', label: 'inForceFrom', kind: 'day' },
                    { name: 'ends_on', label: 'inForceUntil', kind: 'day' },
                  ] as const)),
              { name: 'status', label: 'status', kind: 'choice', options: STATUSES, hint: 'agreementStatusHint' },
            ]}
            values={{
              name: data.name ?? '',
              product: data.product ?? '',
              deposit: data.deposit ? writeDecimal(data.deposit, locale) : '',
              starts_on: data.starts_on ?? '',
              ends_on: data.ends_on ?? '',
              status: data.status,
            }}
            toStored={(changes) => storedOf(changes, locale)}
          />
        </Panel>
      </div>
    </OfficePage>
  )
}

function storedOf(changes: RecordValues, locale: Locale): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, typed]) => {
      if (typed.trim() === '') return [name, null]
      if (name === 'starts_on' || name === 'ends_on') return [name, `${typed}T12:00:00.000Z`]
      // The server reports a number that cannot be read at its field.
      return [name, name === 'deposit' ? (readTypedDecimal(typed, 2, locale) ?? typed) : typed]
    }),
  )
}
