'use client'

import { useOfficeText, type OfficeTextKey } from '@/components/office/office-text'
import { rowId } from '@/components/office/place'
import { useOfficeQuery } from '@/components/office/queries'
import { consolePath, isManager, type Room, roomPath } from '@/components/office/rooms'
import { useStaff } from '@/components/office/staff-context'
import { api } from '@/lib/api/browser'
import type { Task, TaskKind } from '@/lib/contract/tasks'

interface TaskSpec {
  room: Room
  verb: OfficeTextKey
  /** Where the button leads. */
  place: (task: Task) => string
  /** The filter of the room's list that shows them all. */
  filter?: string
  /** The deadline is a day. */
  byDay?: true
  /** Excluded from the menu's count, because no one is waiting for a manager. */
  quiet?: true
}

const atConsole =
  (panel: string, query = '') =>
  (task: Task) =>
    `${consolePath(task.auction?.id ?? 0)}${query}#${panel}`
const record = (room: Room) => (task: Task) => roomPath(room, task.id)
const row =
  (room: Room, filter: string, list: string = room) =>
  (task: Task) =>
    `${roomPath(room)}${filter && `?${filter}`}#${rowId(list, task.id)}`

/** Each kind of task: its room, and the button that leads to the place where it is done. */
export const TASKS: Readonly<Record<TaskKind, TaskSpec>> = {
  application: {
    room: 'auctions',
    verb: 'confirm',
    place: atConsole('applications'),
    filter: 'waiting=applications',
  },
  chat: {
    room: 'auctions',
    verb: 'verb_answer',
    place: (task) => atConsole('chat', `?chat=${task.company?.id}`)(task),
    filter: 'waiting=questions',
  },
  question: { room: 'questions', verb: 'verb_answer', place: row('questions', '') },
  winners: { room: 'auctions', verb: 'confirmWinners', place: atConsole('winners'), filter: 'state=selection' },
  completion: { room: 'auctions', verb: 'verb_complete', place: atConsole('winners'), filter: 'state=selection' },
  partial: {
    room: 'auctions',
    verb: 'verb_open',
    place: atConsole('winners'),
    filter: 'state=selection',
    quiet: true,
  },
  draft: { room: 'auctions', verb: 'verb_continue', place: record('auctions'), filter: 'state=draft', quiet: true },
  company: {
    room: 'companies',
    verb: 'confirm',
    place: record('companies'),
    filter: 'status=awaiting_confirmation',
  },
  deletion: {
    room: 'deletion',
    verb: 'verb_decide',
    place: row('deletion', 'status=waiting'),
    filter: 'status=waiting',
  },
  deposit_return: {
    room: 'deposits',
    verb: 'verb_return',
    place: row('deposits', 'state=to_return'),
    filter: 'state=to_return',
    byDay: true,
  },
  deposit_apply: {
    room: 'deposits',
    verb: 'verb_credit',
    place: row('deposits', 'state=to_apply'),
    filter: 'state=to_apply',
  },
  statement_line: { room: 'deposits', verb: 'verb_match', place: row('deposits', '', 'statementLines') },
  agreement_details: {
    room: 'agreements',
    verb: 'verb_fill_in',
    place: record('agreements'),
    filter: 'term=missing',
  },
  agreement_signature: {
    room: 'agreements',
    verb: 'verb_sign',
    place: record('agreements'),
    filter: 'status=signed_by_buyer',
  },
  agreement_ending: {
    room: 'agreements',
    verb: 'verb_open',
    place: record('agreements'),
    filter: 'term=ending',
    byDay: true,
    quiet: true,
  },
  order: { room: 'orders', verb: 'verb_handle', place: record('orders'), filter: 'status=new' },
  feedback: { room: 'feedback', verb: 'verb_answer', place: record('feedback'), filter: 'status=new' },
  email: { room: 'emails', verb: 'resend', place: record('emails'), filter: 'state=failed' },
}

export const KINDS = Object.keys(TASKS) as TaskKind[]

const REFRESH_MS = 30_000

/** One query for the dashboard and the counts in the menu; editors have neither. */
export function useDashboard() {
  const { locale } = useOfficeText()
  const { role } = useStaff()
  return useOfficeQuery(['dashboard', locale], async () => (await api.manager.dashboard({ lang: locale })).data, {
    refetchInterval: REFRESH_MS,
    enabled: isManager(role),
  })
}

/** How many tasks wait in each room. */
export function countByRoom(counts: Readonly<Record<TaskKind, number>>): ReadonlyMap<Room, number> {
  const byRoom = new Map<Room, number>()
  for (const kind of KINDS) {
    const { room, quiet } = TASKS[kind]
    if (!quiet && counts[kind] > 0) byRoom.set(room, (byRoom.get(room) ?? 0) + counts[kind])
  }
  return byRoom
}
