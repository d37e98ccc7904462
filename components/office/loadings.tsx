'use client'

import { useState } from 'react'
import { useFulfilmentFormats, useLoadingDay } from '@/components/fulfilment/fulfilment-view'
import { DateField } from '@/components/office/date-field'
import { LoadingActions } from '@/components/office/fulfilment'
import { FulfilmentDialog, type OpenFulfilmentDialog } from '@/components/office/fulfilment-dialogs'
import { LoadingPage, MutedText, OfficePage, StatusPill } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { Card } from '@/components/ui/card'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import { kyivDate } from '@/lib/i18n/formats'

const REFRESH_MS = 30_000

type DayLoading = Awaited<ReturnType<typeof api.manager.dayLoadings>>['data']['list'][number]

/** The dispatcher's day: its loadings in order and those that wait for an answer, one press each. */
export function LoadingsScreen() {
  const { t, locale } = useOfficeText()
  const [day, setDay] = useState(() => kyivDate(new Date(serverClock.now())))
  const query = useOfficeQuery(
    ['loadings', day, locale],
    async () => (await api.manager.dayLoadings({ on: day, lang: locale })).data.list,
    { refetchInterval: REFRESH_MS },
  )
  const waiting = query.data?.filter(({ state }) => state === 'requested') ?? []
  const ofDay = query.data?.filter(({ state, on }) => state !== 'requested' && on === day) ?? []
  return (
    <OfficePage title={t('room_loadings')} hint={t('loadingsHint')}>
      <div className="max-w-60">
        <DateField label={t('day')} value={day} onChange={(chosen) => chosen !== '' && setDay(chosen)} />
      </div>
      {query.data === undefined ? (
        <LoadingPage query={query} />
      ) : (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Loadings title={t('loadingsWaiting')} none={t('noLoadingsWaiting')} list={waiting} />
          <Loadings title={t('loadingsOfDay')} none={t('noLoadingsOfDay')} list={ofDay} />
        </div>
      )}
    </OfficePage>
  )
}

function Loadings({ title, none, list }: { title: string; none: string; list: readonly DayLoading[] }) {
  return (
    <Card padding="sm" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-h3">{title}</h2>
      {list.length === 0 ? (
        <MutedText>{none}</MutedText>
      ) : (
        <ul role="list" className="divide-y divide-line">
          {list.map((loading) => (
            <LoadingRow key={loading.id} loading={loading} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function LoadingRow({ loading }: { loading: DayLoading }) {
  const { t } = useOfficeText()
  const { volume } = useFulfilmentFormats(loading.unit)
  const loadingDay = useLoadingDay(loading.is_gas)
  const [open, setOpen] = useState<OpenFulfilmentDialog | null>(null)
  const { agreement_id: id, agreement_number: number, company, product, place, on, state } = loading
  return (
    <li className="grid gap-1.5 py-3 text-small">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="font-semibold">{[loadingDay(on), place].filter(Boolean).join(' · ')}</b>
        <b className="numbers whitespace-nowrap font-semibold">{volume(loading.volume)}</b>
      </div>
      <p className="break-words text-soft">
        {company} · {product} · {t('agreement')} {number}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <StatusPill status={`loading_${state}`}>{t(`loading_${state}`)}</StatusPill>
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <LoadingActions about={{ agreement_id: id }} loading={loading} onOpen={setOpen} />
        </span>
      </div>
      {open && (
        <FulfilmentDialog
          open={open}
          agreement={{ id, unit: loading.unit, is_gas: loading.is_gas }}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}
