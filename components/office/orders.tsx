'use client'

import * as z from 'zod'
import { LoadingPage, OfficePage, Panel, StatusPill, TextLink } from '@/components/office/kit'
import { SpecSheet } from '@/components/ui/card'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { RecordForm } from '@/components/office/record-form'
import { readRecord, readRecords } from '@/components/office/records'
import { RequestStatusChoice } from '@/components/office/request-status'
import { roomPath } from '@/components/office/rooms'
import { defineScreen, ScreenPage } from '@/components/office/screen'
import { api } from '@/lib/api/browser'
import { formatDateTime, formatPhone, formatQuantity, numberSign } from '@/lib/i18n/formats'

const order = z.object({
  id: z.int(),
  number: z.int(),
  status: z.enum(['new', 'in_work', 'done', 'declined', 'spam']),
  product: z.object({ name: z.string().nullish() }).or(z.number()),
  volume: z.string(),
  unit: z.string(),
  company: z.string(),
  edrpou: z.string(),
  name: z.string(),
  position: z.string().nullish(),
  phone: z.string(),
  email: z.string(),
  comment: z.string().nullish(),
  manager_note: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

type Order = z.infer<typeof order>

const STATUSES = {
  new: 'request_new',
  in_work: 'request_in_work',
  done: 'request_done',
  declined: 'request_declined',
  spam: 'request_spam',
} as const

const productOf = ({ product }: Order) => (typeof product === 'number' ? '' : (product.name ?? ''))

const ORDERS = defineScreen({
  room: 'orders',
  hint: 'ordersHint',
  search: 'searchOrders',
  filters: { status: { label: 'status', tabs: true, options: STATUSES } },
  read: ({ status, search, sort }, cursor, { locale }) =>
    readRecords(
      'orders',
      order,
      {
        where: {},
        status,
        statuses: STATUSES,
        searched: ['company', 'name', 'email', 'edrpou'],
        numbers: ['number'],
        search,
        // New ones first, as the statuses are listed.
        sort: sort ?? 'status,-createdAt',
        lang: locale,
      },
      cursor,
    ),
  counts: ({ counts }) => counts,
  exportTable: ({ status }, { locale }) => api.manager.exportOrders({ status, lang: locale }),
  columns: [
    {
      key: 'number',
      head: 'number',
      sorts: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ id, number }, { locale }) => (
        <TextLink href={roomPath('orders', id)} className="font-semibold">
          {numberSign(number, locale)}
        </TextLink>
      ),
    },
    {
      key: 'status',
      head: 'status',
      cell: ({ id, number, status }, { locale }) => (
        <RequestStatusChoice collection="orders" id={id} status={status} of={numberSign(number, locale)} />
      ),
    },
    {
      key: 'company',
      head: 'company',
      sorts: true,
      cut: true,
      headClass: 'tabular:w-1/4',
      cell: ({ company }) => company,
    },
    { key: 'product', head: 'product', cut: true, headClass: 'tabular:w-1/4', cell: (row) => productOf(row) },
    {
      key: 'volume',
      head: 'volume',
      numeric: true,
      cell: ({ volume, unit }, { locale }) => formatQuantity(volume, locale, unit),
    },
    { key: 'name', head: 'contactPerson', spare: true, cell: ({ name }) => name },
    { key: 'phone', head: 'phone', cellClass: 'whitespace-nowrap', cell: ({ phone }) => formatPhone(phone) },
    {
      key: 'createdAt',
      head: 'created',
      sorts: true,
      cellClass: 'whitespace-nowrap',
      cell: ({ createdAt }, { locale }) => formatDateTime(createdAt, locale),
    },
  ],
})

export function OrdersScreen() {
  return <ScreenPage screen={ORDERS} />
}

export function OrderPage({ id }: { id: number }) {
  const { t, locale } = useOfficeText()
  const query = useOfficeQuery(['order', id, locale], () => readRecord('orders', id, order, locale))
  const back = roomPath('orders')
  if (!query.data) return <LoadingPage query={query} back={back} />
  const { number, status, volume, unit, company, edrpou, name, position, phone, email, comment, createdAt } = query.data
  return (
    <OfficePage
      title={`${t('order')} ${numberSign(number, locale)}`}
      pill={<StatusPill status={`request_${status}`}>{t(STATUSES[status])}</StatusPill>}
      back={back}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(280px,360px)]">
        <Panel title={t('request')}>
          <SpecSheet
            look="blocks"
            rows={[
              [t('product'), productOf(query.data)],
              [t('volume'), formatQuantity(volume, locale, unit)],
              [t('company'), company],
              [t('edrpou'), edrpou],
              [t('contactPerson'), [name, position].filter(Boolean).join(', ')],
              [
                t('phone'),
                <a key="phone" className="text-link underline" href={`tel:${phone}`}>
                  {formatPhone(phone)}
                </a>,
              ],
              [
                t('email'),
                <a key="email" className="text-link underline" href={`mailto:${email}`}>
                  {email}
                </a>,
              ],
              [t('created'), formatDateTime(createdAt, locale)],
            ]}
          />
          {comment && <p className="whitespace-pre-line wrap-anywhere">{comment}</p>}
        </Panel>
        <Panel title={t('decision')}>
          <RecordForm
            collection="orders"
            record={query.data}
            fields={[
              { name: 'status', label: 'status', kind: 'choice', options: STATUSES },
              { name: 'manager_note', label: 'managersNote', kind: 'text' },
            ]}
            values={{ status, manager_note: query.data.manager_note ?? '' }}
          />
        </Panel>
      </div>
    </OfficePage>
  )
}
