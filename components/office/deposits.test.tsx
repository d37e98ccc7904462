import { expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { api } from '@/lib/api/browser'
import { ApiError, OfflineError } from '@/lib/api/problems'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import messages from '@/messages/en.json' with { type: 'json' }
import type { ManagedDeposit, StatementLine } from '@/lib/contract/deposits'
import type { Problem } from '@/lib/contract/errors'
import { renderOffice } from '@/tests/support/render-office'
import { DepositsScreen } from './deposits'

const NONE = { expected: 0, received: 0, to_apply: 0, to_return: 0, applied: 0, returned: 0, kept: 0, none: 0 }

function boardOf(list: ManagedDeposit[]) {
  return { data: { list, next_cursor: null, counts: NONE } }
}

const deposit = (application_id: number, state: ManagedDeposit['state'], name: string) =>
  ({
    ...{ application_id, state, company: { id: 3, name, edrpou: '37027819' }, auction: { id: 7, number: 35 } },
    ...{ required: '135000.00', received: '135000.00', balance: '0.00', covered_quantity: '300.000', covers: true },
    ...{ unit: 't', reference: 'RF19', due_by: '2026-11-24T08:00:00.000Z', return_by: null },
    ...{ payments: [], settlements: [] },
  }) satisfies ManagedDeposit

it('the board shows the covered volume only of a deposit that is not settled', async () => {
  const list = [
    deposit(1, 'received', 'Held'),
    deposit(2, 'applied', 'Applied'),
    deposit(3, 'returned', 'Returned to'),
    deposit(4, 'kept', 'Kept from'),
  ]
  jest.spyOn(api.manager, 'deposits').mockResolvedValue(boardOf(list))
  jest.spyOn(api.manager, 'statementLines').mockResolvedValue({ data: { list: [], next_cursor: null, waiting: 0 } })
  renderOffice(<DepositsScreen />)
  const covered = []
  for (const { company } of list) {
    const row = (await screen.findByRole('link', { name: company.name })).closest('tr') as HTMLElement
    covered.push(within(row).queryByText('300 t') !== null)
  }
  expect(covered).toEqual([true, false, false, false])
})

it('a payment whose answer was lost is sent again with the total that was shown when its dialog was opened', async () => {
  const user = userEvent.setup()
  const before = { ...deposit(1, 'expected', 'Payer'), received: '0.00', covers: false }
  const counted = { ...before, state: 'received' as const, received: '500.00' }
  const read = jest.spyOn(api.manager, 'deposits').mockResolvedValueOnce(boardOf([before]))
  read.mockResolvedValue(boardOf([counted]))
  jest.spyOn(api.manager, 'statementLines').mockResolvedValue({ data: { list: [], next_cursor: null, waiting: 0 } })
  const record = jest.spyOn(api.manager, 'recordDeposit').mockRejectedValue(new OfflineError(null))
  renderOffice(<DepositsScreen />)
  const row = (await screen.findByRole('link', { name: 'Payer' })).closest('tr') as HTMLElement
  await user.click(within(row).getByRole('button', { name: 'Mark a payment' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Amount, UAH'), '500')
  await user.type(await dialog.findByLabelText('Date of payment'), '24.11.2026')
  await user.tab()
  await user.type(dialog.getByLabelText('Where you saw the payment'), 'In the bank')
  await user.click(dialog.getByRole('button', { name: 'Mark a payment' }))
  await within(row).findByText('500.00')
  await user.click(dialog.getByRole('button', { name: 'Mark a payment' }))
  await waitFor(() => expect(record).toHaveBeenCalledTimes(2))
  expect(record.mock.calls.map(([payment]) => payment.received)).toEqual(['0.00', '0.00'])
})

it('names what the file for the bank leaves out before it is saved', async () => {
  const user = userEvent.setup()
  jest.spyOn(api.manager, 'deposits').mockResolvedValue(boardOf([]))
  jest.spyOn(api.manager, 'statementLines').mockResolvedValue({ data: { list: [], next_cursor: null, waiting: 0 } })
  const leftOut = { company: 'Nameless', purpose: 'Deposit', amount: '1000.00', reason: 'account' as const }
  const check = jest.spyOn(api.manager, 'checkReturns')
  const save = jest.spyOn(api.manager, 'exportReturns').mockReturnValue(new Promise(() => undefined))
  renderOffice(<DepositsScreen />)
  const choose = async () => {
    await user.click(screen.getByRole('button', { name: 'Money to return' }))
    await user.click(await screen.findByRole('menuitem', { name: 'For the bank: pain.001 (XML)' }))
    return within(await screen.findByRole('dialog'))
  }
  check.mockResolvedValue({ data: { transfers: 0, total: '0.00', left_out: [leftOut] } })
  const none = await choose()
  expect(none.getByText('Nameless')).toBeVisible()
  expect(none.getByText('The recipient has no valid IBAN')).toBeVisible()
  expect(none.queryByRole('button', { name: /Save/ })).toBeNull()
  await user.click(none.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)

  check.mockResolvedValue({ data: { transfers: 2, total: '3000.00', left_out: [leftOut] } })
  const some = await choose()
  expect(some.getByText('The file will contain 2 transfers for 3 000.00 UAH.')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
  await user.click(some.getByRole('button', { name: 'Save 2 transfers' }))
  await waitFor(() => expect(save).toHaveBeenCalledWith({ format: 'xml', lang: 'en' }))
})

it('an amount that may be thousands or thousandths is called unclear, not missing', async () => {
  const user = userEvent.setup()
  jest.spyOn(api.manager, 'deposits').mockResolvedValue(boardOf([deposit(1, 'expected', 'Payer')]))
  jest.spyOn(api.manager, 'statementLines').mockResolvedValue({ data: { list: [], next_cursor: null, waiting: 0 } })
  renderOffice(<DepositsScreen />)
  const row = (await screen.findByRole('link', { name: 'Payer' })).closest('tr') as HTMLElement
  await user.click(within(row).getByRole('button', { name: 'Mark a payment' }))
  const dialog = within(await screen.findByRole('dialog'))
  const amount = dialog.getByLabelText('Amount, UAH')
  const faultOf = async (typed: string) => {
    await user.clear(amount)
    await user.type(amount, typed)
    await user.click(dialog.getByRole('button', { name: 'Mark a payment' }))
    return amount
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
  }
  expect(await faultOf('217,500')).toEqual([LOT_LABELS.en.faults.numberUnclear])
  expect(await faultOf('many')).toEqual([messages.Office.sumMissing])
})

const LINE = {
  kind: 'credit',
  effect: 'partial',
  ...{ id: 9, line: 2, file: 'bank.csv', imported_at: '2026-11-24T08:00:00.000Z', imported_by: 'Petro' },
  ...{ booked_on: '2026-11-24', amount: '500.00', remaining: '500.00', parts: [] },
  ...{ payer_name: 'Payer', payer_edrpou: '', payer_iban: '', purpose: '' },
  ...{ reasons: [], warnings: [], similar: [], admitted_for: null, set_aside: null },
  candidates: [{ application_id: 1, auction_number: 35, company: 'Payer', reasons: [] }],
  ...{ invoices: [], payments: [] },
} satisfies StatementLine

it('the second click of a double click decides nothing on the line that has moved under the pointer', async () => {
  const line = LINE
  jest.spyOn(api.manager, 'deposits').mockResolvedValue(boardOf([]))
  jest
    .spyOn(api.manager, 'statementLines')
    .mockResolvedValue({ data: { list: [line], next_cursor: null, waiting: 120 } })
  const count = jest.spyOn(api.manager, 'countLine').mockResolvedValue({ data: {} })
  renderOffice(<DepositsScreen />)
  const counting = await screen.findByRole('button', { name: 'Count' })
  // The tab counts the lines of every page.
  expect(screen.getByText('120')).toBeVisible()
  fireEvent.click(counting, { detail: 2 })
  expect(count).not.toHaveBeenCalled()
  fireEvent.click(counting, { detail: 1 })
  await waitFor(() => expect(count).toHaveBeenCalledWith({ line_id: 9, application_id: 1 }))
})

const showLines = (list: StatementLine[]) => {
  jest.spyOn(api.manager, 'deposits').mockResolvedValue(boardOf([]))
  jest
    .spyOn(api.manager, 'statementLines')
    .mockResolvedValue({ data: { list, next_cursor: null, waiting: list.length } })
  return renderOffice(<DepositsScreen />)
}

it('a line is divided among applications, and a part that was counted is not sent again', async () => {
  const user = userEvent.setup()
  const candidates = [1, 2].map((id) => ({
    application_id: id,
    auction_number: 35,
    company: `Payer ${id}`,
    reasons: [],
  }))
  showLines([{ ...LINE, candidates }])
  const count = jest.spyOn(api.manager, 'countLine').mockResolvedValueOnce({ data: {} })
  count.mockRejectedValueOnce(new OfflineError(null)).mockResolvedValue({ data: {} })
  await user.click(await screen.findByRole('button', { name: 'Count' }))
  await user.click(await screen.findByRole('menuitem', { name: 'In parts' }))
  const dialog = within(await screen.findByRole('dialog'))
  const press = async () => user.click(dialog.getByRole('button', { name: 'Count' }))
  const [first, second] = dialog.getAllByRole('textbox')
  await press()
  expect(dialog.getByText(messages.Office.partsNone)).toBeVisible()
  await user.type(first!, '300')
  await user.type(second!, '200.01')
  await press()
  expect(dialog.getByText(/^Together more than the line has/)).toBeVisible()
  await user.clear(second!)
  await user.type(second!, '200')
  await press()
  await waitFor(() => expect(count).toHaveBeenCalledTimes(2))
  await press()
  await waitFor(() => expect(count).toHaveBeenCalledTimes(3))
  expect(count.mock.calls.map(([part]) => [part.application_id, part.amount])).toEqual([
    [1, '300.00'],
    [2, '200.00'],
    [2, '200.00'],
  ])
})

it('a line is counted for an invoice, or divided between a deposit and an invoice', async () => {
  const user = userEvent.setup()
  const ofAgreement = { agreement_id: 5, agreement_number: 'A-5', company: 'Payer' }
  const invoice = { ...ofAgreement, invoice_id: 8, invoice_number: '8/2026', is_claim: false, missing: '450.00' }
  showLines([{ ...LINE, invoices: [{ ...invoice, reasons: ['reference' as const] }] }])
  const countLine = jest.spyOn(api.manager, 'countLine').mockResolvedValue({ data: {} })
  const count = jest.spyOn(api.manager, 'countLineForAgreement').mockResolvedValue({ data: {} })
  await user.click(await screen.findByRole('button', { name: 'Count' }))
  // What the reference names comes first.
  const [first] = await screen.findAllByRole('menuitem')
  expect(first).toHaveTextContent('Invoice No. 8/2026')
  await user.click(first!)
  await waitFor(() => expect(count).toHaveBeenCalledWith({ line_id: 9, agreement_id: 5, invoice_id: 8 }))
  await user.click(await screen.findByRole('button', { name: 'Count' }))
  await user.click(await screen.findByRole('menuitem', { name: 'In parts' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Invoice/), '450')
  await user.type(dialog.getByLabelText(/35/), '50')
  await user.click(dialog.getByRole('button', { name: 'Count' }))
  await waitFor(() => expect(countLine).toHaveBeenCalledWith({ line_id: 9, application_id: 1, amount: '50.00' }))
  expect(count).toHaveBeenLastCalledWith({ line_id: 9, agreement_id: 5, invoice_id: 8, amount: '450.00' })
})

it('a reversal names the payment that it takes back', async () => {
  const user = userEvent.setup()
  const payment = { agreement_id: 5, agreement_number: 'A-5', company: 'Payer', payment_id: 6, on: '2026-11-20' }
  const payments = [{ ...payment, left: '500.00', reasons: [] }]
  showLines([{ ...LINE, kind: 'reversal', candidates: [], effect: null, payments }])
  const count = jest.spyOn(api.manager, 'countLineForAgreement').mockResolvedValue({ data: {} })
  await user.click(await screen.findByRole('button', { name: 'Deduct' }))
  await waitFor(() => expect(count).toHaveBeenCalledWith({ line_id: 9, agreement_id: 5, payment_id: 6 }))
})

const choose = async (container: HTMLElement, user: ReturnType<typeof userEvent.setup>) =>
  user.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], 'bank.csv'))

it('lines that are imported while the list is read for the first time are in the list', async () => {
  const user = userEvent.setup()
  jest.spyOn(api.manager, 'deposits').mockResolvedValue(boardOf([]))
  const read = jest.spyOn(api.manager, 'statementLines')
  read.mockReturnValueOnce(new Promise(() => {}))
  read.mockResolvedValue({ data: { list: [LINE], next_cursor: null, waiting: 1 } })
  const { container } = renderOffice(<DepositsScreen />)
  const counts = { new: 1, known: 0, debit: 0, other_currency: 0, not_booked: 0, unmatched: 0, unreadable: 0 }
  jest.spyOn(api.manager, 'importStatement').mockResolvedValue({
    data: { statement_id: 4, format: 'privatbank', counts, passed_over: [] },
  })
  await choose(container, user)
  expect(await screen.findByRole('button', { name: 'Count' })).toBeVisible()
})

it('a line that repeats another one shows it, and is let in with a reason', async () => {
  const user = userEvent.setup()
  const { container } = showLines([])
  const counts = { new: 0, known: 1, debit: 0, other_currency: 0, not_booked: 0, unmatched: 0, unreadable: 0 }
  const repeats = {
    ...{ line_id: 7, line: 3, file: 'before.csv', booked_on: '2026-11-24', amount: '500.00' },
    ...{ imported_at: '2026-11-24T08:00:00.000Z', imported_by: 'Petro', state: 'set_aside' as const },
    ...{ decided_by: 'Olha', decided_at: '2026-11-24T09:00:00.000Z', auction_numbers: [], agreement_numbers: [] },
  }
  const known = {
    ...{ line: 2, verdict: 'known' as const, booked_on: '2026-11-24', amount: '500.00', currency: 'UAH' },
    ...{ payer_name: 'Payer', purpose: 'Deposit', fault: null, repeats },
  }
  jest.spyOn(api.manager, 'importStatement').mockResolvedValue({
    data: { statement_id: 5, format: 'privatbank', counts, passed_over: [known] },
  })
  const admit = jest.spyOn(api.manager, 'admitLine').mockResolvedValue({ data: {} })
  await choose(container, user)
  expect(await screen.findByText(/line 3 of “before.csv” \(Petro/)).toHaveTextContent(/set aside \(Olha/)
  expect(screen.getByRole('button', { name: 'Take back' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Another payment' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'The balance grew twice')
  await user.click(dialog.getByRole('button', { name: 'Another payment' }))
  await waitFor(() =>
    expect(admit).toHaveBeenCalledWith({ statement_id: 5, line: 2, repeats: 7, reason: 'The balance grew twice' }),
  )
})

const refusal = (problem: Partial<Problem>) =>
  new ApiError(
    { type: '', title: '', status: 422, detail: '', request_id: '', code: 'statement_unreadable', ...problem },
    null,
  )

it('a file of another kind is named, and the columns of an unknown table are asked for', async () => {
  const user = userEvent.setup()
  const { container } = showLines([])
  const upload = jest.spyOn(api.manager, 'importStatement')
  upload.mockRejectedValueOnce(refusal({ format: 'one_c' }))
  await choose(container, user)
  expect(await screen.findByText(messages.Office.file_one_c)).toBeVisible()
  const table = { headings: ['When', 'How much', 'For'], rows: [['24.11.2026', '500.00', 'RF19']] }
  upload.mockRejectedValueOnce(refusal({ code: 'statement_columns_unknown', table }))
  await choose(container, user)
  const form = within(await screen.findByRole('form'))
  await user.click(form.getByRole('button', { name: 'Read the statement' }))
  expect(form.getAllByText(messages.Office.columnMissing, { selector: 'p' })).toHaveLength(2)
  await user.selectOptions(form.getByLabelText('Date'), 'When: 24.11.2026')
  await user.selectOptions(form.getByLabelText('Amount (with sign)'), 'How much: 500.00')
  await user.selectOptions(form.getByLabelText('Purpose of payment'), 'For: RF19')
  upload.mockRejectedValueOnce(refusal({ format: 'unknown' }))
  await user.click(form.getByRole('button', { name: 'Read the statement' }))
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(3))
  expect(JSON.parse(upload.mock.calls[2]![0].columns!)).toEqual({ booked_on: 0, amount: 1, purpose: 2 })
})
