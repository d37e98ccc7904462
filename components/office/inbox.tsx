'use client'

import { ActionLink, Badge, MutedText, TextLink } from '@/components/office/kit'
import { RecordTable } from '@/components/office/list'
import { useOfficeText } from '@/components/office/office-text'
import { consolePath, roomPath } from '@/components/office/rooms'
import { KINDS, TASKS } from '@/components/office/tasks'
import { Card } from '@/components/ui/card'
import { useServerTime } from '@/lib/api/use-server-time'
import type { Task, TaskKind } from '@/lib/contract/tasks'
import { formatDateNumeric, formatPrice, formatShortDateTime, numberSign } from '@/lib/i18n/formats'

interface InboxProps {
  list: readonly Task[]
  counts: Readonly<Record<TaskKind, number>>
}

/** The managers' open tasks, one per row, most urgent first. */
export function Inbox({ list, counts }: InboxProps) {
  const { t, locale } = useOfficeText()
  const total = KINDS.reduce((sum, kind) => sum + counts[kind], 0)
  const rest = KINDS.map((kind) => ({
    kind,
    count: counts[kind] - list.filter((task) => task.kind === kind).length,
  })).filter(({ count }) => count > 0)
  return (
    <Card as="section" padding="sm" aria-labelledby="office-needs" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="office-needs" className="flex items-center gap-2 text-h3">
        {t('needsYou')}
        {total > 0 && <Badge count={total} />}
      </h2>
      {total === 0 ? (
        <MutedText>{t('nothingNeeded')}</MutedText>
      ) : (
        <RecordTable
          caption={t('needsYou')}
          rows={list.map((task) => ({ ...task, id: `${task.kind}-${task.id}`, task }))}
          actions={({ task }) => <TaskButton task={task} />}
          columns={[
            {
              head: t('taskWhat'),
              headClass: 'tabular:w-[32%]',
              cut: true,
              cell: ({ task }) => <What task={task} />,
            },
            {
              head: t('company'),
              headClass: 'tabular:w-[21%]',
              cellClass: 'truncate',
              cut: true,
              cell: ({ company }) =>
                company === null ? null : company.id === null ? (
                  company.name
                ) : (
                  <TextLink href={roomPath('companies', company.id)} title={company.name}>
                    {company.name}
                  </TextLink>
                ),
            },
            {
              head: t('lot'),
              headClass: 'tabular:w-[19%]',
              cellClass: 'truncate',
              cut: true,
              // The first column names a draft.
              cell: ({ kind, auction }) =>
                auction === null || kind === 'draft' ? null : (
                  <TextLink href={consolePath(auction.id)} title={auction.title}>
                    {numberSign(auction.number ?? '—', locale)} · {auction.title}
                  </TextLink>
                ),
            },
            {
              head: t('taskSince'),
              cellClass: 'tabular:whitespace-nowrap text-soft',
              cell: ({ kind, since }) => (TASKS[kind].byDay ? formatDateNumeric : formatShortDateTime)(since, locale),
            },
            {
              head: t('taskUntil'),
              cellClass: 'tabular:whitespace-nowrap',
              cell: ({ kind, until }) => until && <Deadline until={until} byDay={TASKS[kind].byDay ?? false} />,
            },
          ]}
        />
      )}
      {rest.length > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
          {t('tasksFurther')}
          {rest.map(({ kind, count }) => (
            <TextLink key={kind} href={listOf(kind)}>
              {t(`task_${kind}`)} · {count}
            </TextLink>
          ))}
        </p>
      )}
    </Card>
  )
}

function listOf(kind: TaskKind): string {
  const { room, filter } = TASKS[kind]
  return filter === undefined ? roomPath(room) : `${roomPath(room)}?${filter}`
}

function useSubject({ kind, subject, auction, amount }: Task): string {
  const { t, nameOf, locale } = useOfficeText()
  const text =
    kind === 'draft'
      ? auction?.title || t('untitled')
      : kind === 'order'
        ? numberSign(subject ?? '—', locale)
        : kind === 'email'
          ? nameOf('emailkind', subject ?? '')
          : subject
  return [amount && t('uah', { sum: formatPrice(amount, locale) }), text].filter(Boolean).join(' · ')
}

function What({ task }: { task: Task }) {
  const { t } = useOfficeText()
  const subject = useSubject(task)
  return (
    <>
      <b className="font-semibold">{t(`task_${task.kind}`)}</b>
      {subject !== '' && (
        <span className="block text-soft tabular:inline" title={subject}>
          <span className="hidden tabular:inline"> · </span>
          {subject}
        </span>
      )}
    </>
  )
}

function TaskButton({ task }: { task: Task }) {
  const { t, locale } = useOfficeText()
  const { verb, place } = TASKS[task.kind]
  // Buttons of the same name, told apart for screen readers.
  const about = [
    t(`task_${task.kind}`),
    task.company?.name,
    task.auction && numberSign(task.auction.number ?? '', locale),
  ]
  return (
    <ActionLink href={place(task)} tone="outline" aria-label={`${t(verb)}: ${about.filter(Boolean).join(', ')}`}>
      {t(verb)}
    </ActionLink>
  )
}

const HOUR_MS = 3_600_000

function Deadline({ until, byDay }: { until: string; byDay: boolean }) {
  const { t, locale } = useOfficeText()
  const hours = useServerTime((now) => Math.floor((Date.parse(until) - now) / HOUR_MS))
  const at = byDay ? formatDateNumeric(until, locale) : formatShortDateTime(until, locale)
  if (hours === null || hours >= 24) return at
  return (
    <span className={hours < 0 ? 'font-semibold text-lose-text' : 'font-semibold text-wait-text'}>
      {at} · {hours < 0 ? t('overdue') : t('hoursLeft', { count: hours })}
    </span>
  )
}
