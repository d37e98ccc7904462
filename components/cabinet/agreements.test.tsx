import { beforeAll, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { api } from '@/lib/api/browser'
import { serverClock } from '@/lib/api/server-clock'
import type { Agreement } from '@/lib/contract/cabinet'
import type { AgreementSigning } from '@/lib/contract/signatures'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'
import { renderIn } from '@/tests/support/render-in'
import { AgreementRow } from './agreements'
import { stepsDone } from './agreement-track'

const AGREEMENT: Agreement = {
  id: 9,
  number: '35-2',
  name: 'Sale agreement No. 35/2',
  product: 'Condensate',
  auction_id: 7,
  auction: null,
  quantity: '150.000',
  unit: 't',
  price_unit: 'UAH/t',
  price: '15100.00',
  sum: '2265000.00',
  deposit: null,
  deposit_state: null,
  starts_on: '2026-11-24',
  ends_on: '2026-12-24',
  awaits: 'none',
  next: null,
  unread: 0,
  status: 'current',
  signatures: 'verified',
  created_at: '2026-11-24T10:00:00.000Z',
  pdf: '/storage/files/agreement-9.pdf',
}

const tableOf = (agreement: Agreement) => (
  <table>
    <tbody>
      <AgreementRow agreement={agreement} isUnfolded />
    </tbody>
  </table>
)

const pillOf = (container: HTMLElement) => container.querySelector('.rounded-full.font-semibold')?.textContent

const setTime = (instant: string) => act(() => serverClock.adjust(Date.parse(instant)))

beforeAll(() => setTime('2026-12-01T10:00:00Z'))

describe('an agreement’s row', () => {
  it.each([
    ['uk', 'з 24 листопада 2026 р. до 24 грудня 2026 р.'],
    ['en', 'from 24 November 2026 until 24 December 2026'],
    ['ru', 'с 24 ноября 2026 г. до 24 декабря 2026 г.'],
  ] as const)('formats all dates alike, in %s', (locale, term) => {
    const { container } = renderIn(locale, tableOf(AGREEMENT))
    expect(container).toHaveTextContent(term)
  })

  it.each([
    ['awaiting_signature', null, 'Awaiting signature'],
    ['signed_by_buyer', 'verified', 'Signed by the buyer'],
    ['signed_by_buyer', 'unverified', 'Signed by the buyer, not verified here'],
    ['current', 'checked', 'In force, signatures checked by the manager'],
  ] as const)('shows the status %s with %s signatures', (status, signatures, text) => {
    const { container } = renderIn('en', tableOf({ ...AGREEMENT, status, signatures }))
    expect(pillOf(container)).toBe(text)
  })

  it('leads to unread messages of the administrator', () => {
    renderIn('en', tableOf({ ...AGREEMENT, unread: 2 }))
    expect(screen.getByRole('link', { name: '2 new messages' })).toHaveAttribute(
      'href',
      `/en/cabinet/agreements/${AGREEMENT.id}#chat`,
    )
  })

  it('shows how to sign, until it is archived', async () => {
    const signing: AgreementSigning = {
      ...{ status: 'awaiting_signature', missing: [], pdf_sha256: null, buyer: null, organiser: null },
      ...{ paper: null, decision: null, container: null },
    }
    const read = jest.spyOn(api.cabinet, 'agreementSigning').mockResolvedValue({ data: signing })
    renderIn('en', tableOf({ ...AGREEMENT, status: 'archived' }))
    expect(read).not.toHaveBeenCalled()
    renderIn('en', tableOf({ ...AGREEMENT, status: 'awaiting_signature' }))
    expect(await screen.findByText(SIGNATURE_TEXTS.en.steps)).toBeVisible()
    // The PDF is offered once, in the row.
    expect(screen.getAllByRole('link', { name: /PDF/ })).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Upload signature' })).toBeVisible()
  })

  it('stays in force after its last day, while the server says that something is left to pay, ship or sign', () => {
    const { container } = renderIn('en', tableOf({ ...AGREEMENT, ends_on: '2026-01-24' }))
    expect(pillOf(container)).toBe('In force')
  })

  it('stays archived if a manager archived it, and in force if it has no last day', () => {
    const { container } = renderIn('en', tableOf({ ...AGREEMENT, ends_on: null }))
    expect(container).toHaveTextContent('In force')
    const early = renderIn('en', tableOf({ ...AGREEMENT, ends_on: null, status: 'archived' }))
    expect(early.container).toHaveTextContent('Archived')
  })
})

it.each([
  ['awaiting_signature', 'organiser', 1],
  ['awaiting_signature', 'buyer', 1],
  ['awaiting_signature', 'none', 2],
  ['signed_by_buyer', 'none', 3],
  ['current', 'none', 4],
] as const)('the track of an agreement %s, completed by %s, has %i steps done', (status, awaits, done) => {
  expect(stepsDone({ status, awaits })).toBe(done)
})

it('the details fold and unfold', async () => {
  const user = userEvent.setup()
  renderIn('en', tableOf({ ...AGREEMENT, status: 'archived' }))
  const button = screen.getByRole('button', { name: 'Details: Sale agreement No. 35/2' })
  expect(screen.getByText('Valid')).toBeVisible()
  await user.click(button)
  expect(screen.queryByText('Valid')).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})
