// Runs alone: it sets the page's clock, which does not move back for the next suite.
import { serverClock } from '@/lib/api/server-clock'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { OfficeShell } from '@/components/office/shell'
import { type Task, type TaskKind, taskKind } from '@/lib/contract/tasks'
import { aLiveAuction } from '@/tests/support/builders/live-auction'
import { renderOffice } from '@/tests/support/render-office'
import { Dashboard } from './dashboard'
import { mockApi } from '@/tests/support/mock-api'

const server = mockApi()

const NO_TASKS = Object.fromEntries(taskKind.options.map((kind) => [kind, 0])) as Record<TaskKind, number>
const HEALTHY = { sends_messages: true, unreadable: [], clock_difference: null, bidding_fault: null, outages: [] }

const aDashboard = (list: Task[] = [], counts: Partial<Record<TaskKind, number>> = {}) => ({
  ...{ ...HEALTHY, running: [], selection: [], upcoming: [] },
  inbox: { list, counts: { ...NO_TASKS, ...counts } },
})

/** A company's task in auction № 12. */
const aTask = (kind: TaskKind, changes: Partial<Task> = {}): Task => ({
  kind,
  id: 5,
  auction: { id: 7, number: 12, title: 'Condensate' },
  company: { id: 3, name: 'Buyer LLC' },
  ...{ subject: null, amount: null, since: '2026-11-25T08:00:00.000Z', until: null },
  ...changes,
})

function openDashboard(changes: object): void {
  const data = { ...aDashboard(), ...changes }
  server.use(http.post('*/api/manager/dashboard', () => HttpResponse.json({ data })))
  renderOffice(<Dashboard />)
}

describe('the dashboard', () => {
  it.each([
    ['no end', [], false],
    ['an end', [7], true],
  ])('reports all outages in one line, as a warning only if they moved an end: %s', async (_, auctions, warns) => {
    const times = { since: '2026-11-25T08:00:00.000Z', until: '2026-11-25T08:01:00.000Z' }
    openDashboard({ outages: Array.from({ length: 20 }, () => ({ ...times, auctions })) })
    expect(await screen.findAllByText(/^Server downtimes in the last day: 20/)).toHaveLength(1)
    expect(screen.queryAllByRole('alert')).toHaveLength(warns ? 1 : 0)
  })

  it('shows a running auction with a link to its console', async () => {
    server.use(
      http.post('*/api/time', () => HttpResponse.error()),
      http.post('*/api/auctions/get', () => HttpResponse.json({ data: aLiveAuction({ id: 7, number: 12 }) })),
      http.get('*/api/auctions/7/events', () => new HttpResponse(null, { status: 204 })),
    )
    openDashboard({
      running: [{ id: 7, number: 12, title: 'Lot', effective_end: '2026-11-25T09:00:00.000Z', bids: 3, halted: false }],
    })
    const link = await screen.findByRole('link', { name: /12/ })
    expect(link).toHaveAttribute('href', '/office/auctions/7/console')
  })

  it('shows a halted auction as halted, without a countdown to an end that will move', async () => {
    const halt = { since: '2026-11-25T08:10:00.000Z', resumes_at: null, reason: 'Checking a payment' }
    const auction = aLiveAuction({ id: 7, number: 12, halt })
    server.use(
      http.post('*/api/time', () => HttpResponse.error()),
      http.post('*/api/auctions/get', () => HttpResponse.json({ data: auction })),
      http.get('*/api/auctions/:id/events', () => new HttpResponse(null, { status: 204 })),
    )
    const more = { title: 'Lot', effective_end: '2026-11-25T09:00:00.000Z', bids: 3, halted: true }
    openDashboard({ running: [7, 8, 9].map((id) => ({ ...more, id, number: id })) })
    await waitFor(() => expect(screen.getAllByText('Bidding halted')).toHaveLength(2))
    expect(screen.getByText('bids: 3 · Bidding halted')).toBeInTheDocument()
    expect(screen.queryByText('Running')).not.toBeInTheDocument()
  })
})

/** Where the button of each kind leads. */
const BUTTONS: Record<TaskKind, [name: string, href: string]> = {
  application: ['Confirm', '/office/auctions/7/console#applications'],
  chat: ['Answer', '/office/auctions/7/console?chat=3#chat'],
  question: ['Answer', '/office/questions#questions-5'],
  winners: ['Confirm the winners', '/office/auctions/7/console#winners'],
  completion: ['Complete', '/office/auctions/7/console#winners'],
  partial: ['Open', '/office/auctions/7/console#winners'],
  draft: ['Continue', '/office/auctions/5'],
  company: ['Confirm', '/office/companies/5'],
  deletion: ['Decide', '/office/deletion?status=waiting#deletion-5'],
  deposit_return: ['Return', '/office/deposits?state=to_return#deposits-5'],
  deposit_apply: ['Credit', '/office/deposits?state=to_apply#deposits-5'],
  statement_line: ['Find application', '/office/deposits#statementLines-5'],
  agreement_details: ['Fill in', '/office/agreements/5'],
  agreement_signature: ['Sign', '/office/agreements/5'],
  agreement_ending: ['Open', '/office/agreements/5'],
  order: ['Handle', '/office/orders/5'],
  feedback: ['Answer', '/office/feedback/5'],
  email: ['Send again', '/office/emails/5'],
}

describe('the inbox', () => {
  it('has one button for each task, which leads to its place', async () => {
    const counts = Object.fromEntries(taskKind.options.map((kind) => [kind, 1]))
    openDashboard(
      aDashboard(
        taskKind.options.map((kind) => aTask(kind)),
        counts,
      ),
    )
    const [, ...rows] = await screen.findAllByRole('row')
    const buttons = rows.map((row) => within(row).getAllByRole('link').at(-1)!)
    expect(buttons.map((button) => [button.textContent, button.getAttribute('href')])).toEqual(
      taskKind.options.map((kind) => BUTTONS[kind]),
    )
    expect(buttons[0]).toHaveAccessibleName(/^Confirm: Application to take part, Buyer LLC, No\.\s12$/)
  })

  it('shows what, who, which lot and how long there is', async () => {
    server.use(http.post('*/api/time', () => HttpResponse.json({ data: { now: new Date().toISOString() } })))
    serverClock.adjust(Date.now())
    const subject = 'When does it start?'
    openDashboard(
      aDashboard(
        [
          aTask('question', { subject, until: new Date(Date.now() + 3.5 * 3_600_000).toISOString() }),
          aTask('deposit_return', { id: 6, amount: '4200.00', until: '2020-11-25T08:00:00.000Z' }),
          aTask('order', { id: 8, subject: '1207', auction: null, company: { id: null, name: 'Customer LLC' } }),
        ],
        { question: 1, deposit_return: 1, order: 1 },
      ),
    )
    const [, question, deposit, order] = await screen.findAllByRole('row')
    expect(question).toHaveTextContent(/Question on a lot.*When does it start\?.*Buyer LLC.*No\.\s12 · Condensate/)
    expect(within(question!).getByRole('link', { name: 'Buyer LLC' })).toHaveAttribute('href', '/office/companies/3')
    expect(deposit).toHaveTextContent(/4\s200\.00 UAH/)
    await waitFor(() => expect(deposit).toHaveTextContent(/25\/11\/2020 · overdue/))
    expect(question).toHaveTextContent(/ · 3 hours left/)
    expect(order).toHaveTextContent(/New order.*No\.\s1207.*Customer LLC/)
    expect(within(order!).getAllByRole('link')).toHaveLength(1)
  })

  it('counts what it does not list, with a link to the list, and nothing that is zero', async () => {
    openDashboard(aDashboard([aTask('application')], { application: 14, feedback: 1 }))
    const further = await screen.findByRole('link', { name: 'Application to take part · 13' })
    expect(further).toHaveAttribute('href', '/office/auctions?waiting=applications')
    expect(screen.getByRole('link', { name: 'New feedback · 1' })).toHaveAttribute(
      'href',
      '/office/feedback?status=new',
    )
    expect(screen.queryByText(/ · 0$/)).not.toBeInTheDocument()
  })

  it('says when nothing waits', async () => {
    openDashboard({})
    expect(await screen.findByText('All done: nothing needs your attention')).toBeInTheDocument()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'New lot' })).toHaveAttribute('href', '/office/auctions/new')
  })
})

describe('the menu', () => {
  it('counts the tasks of each room, from the same call as the dashboard', async () => {
    let calls = 0
    const counts = { application: 2, chat: 1, partial: 4, draft: 5, email: 3 }
    server.use(
      http.post('*/api/manager/dashboard', () => {
        calls += 1
        return HttpResponse.json({ data: aDashboard([], counts) })
      }),
    )
    renderOffice(
      <PathnameContext value="/office">
        <OfficeShell>
          <Dashboard />
        </OfficeShell>
      </PathnameContext>,
    )
    // Partial offers await the companies; no one is waiting for drafts.
    expect(await screen.findByRole('link', { name: 'Auctions (need attention: 3)' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Emails (need attention: 3)' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Companies' })).toBeInTheDocument()
    expect(calls).toBe(1)
  })
})
