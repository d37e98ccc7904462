import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useOfficeQuery } from '@/components/office/queries'
import { CHANGED_MEANWHILE } from '@/lib/config/constants'
import { mockApi } from '@/tests/support/mock-api'
import { renderOffice } from '@/tests/support/render-office'
import { type RecordField, RecordForm } from './record-form'

const server = mockApi()

/** An order as a colleague may save it meanwhile. */
let stored: { id: number; updatedAt: string; note: string; status: string }

beforeEach(() => {
  stored = { id: 4, updatedAt: 'first', note: 'Call back', status: 'new' }
})

afterEach(() => sessionStorage.clear())

const FIELDS: readonly RecordField[] = [
  { name: 'note', label: 'managersNote', kind: 'text' },
  { name: 'status', label: 'status', kind: 'choice', options: { new: 'request_new', done: 'request_done' } },
  { name: 'password', label: 'newPassword', kind: 'password' },
  { name: 'proof', label: 'ownPassword', kind: 'password', when: (changes) => 'password' in changes },
]

function Order() {
  const { data } = useOfficeQuery(['order'], async () => ({ ...stored }))
  if (!data) return null
  return <RecordForm collection="orders" record={data} fields={FIELDS} values={data as never} />
}

/** Records each save, and answers it with the next of these; as Payload does without one. */
function answering(...answers: (() => Response)[]) {
  const sent: { [name: string]: unknown }[] = []
  server.use(
    http.patch('*/cms-api/orders/4', async ({ request }) => {
      const body = (await request.json()) as typeof stored
      sent.push(body)
      const answer = answers[sent.length - 1]
      if (answer) return answer()
      stored = { ...stored, ...body, updatedAt: `after ${sent.length}` }
      return HttpResponse.json({ doc: stored })
    }),
  )
  return sent
}

const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Manager’s note' })
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

async function retype(text: string) {
  const user = userEvent.setup()
  const field = await note()
  await user.clear(field)
  await user.type(field, text)
  return field
}

describe('the form of a record', () => {
  it('saves what was changed, and nothing else, on top of the version that was read', async () => {
    const sent = answering()
    renderOffice(<Order />)
    await retype('Delivered')
    await press('Save')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true'))
    expect(sent).toEqual([{ note: 'Delivered', updatedAt: 'first' }])
    expect(await note()).toHaveValue('Delivered')
    expect(sessionStorage).toHaveLength(0)
  })

  it('stores an emptied text as none', async () => {
    const sent = answering()
    renderOffice(<Order />)
    await userEvent.setup().clear(await note())
    await press('Save')
    await waitFor(() => expect(sent).toEqual([{ note: null, updatedAt: 'first' }]))
  })

  it('shows a refusal at its field, focuses it, and keeps what was typed', async () => {
    const refusal = { errors: [{ data: { errors: [{ path: 'note', message: 'Write less' }] } }] }
    answering(() => HttpResponse.json(refusal, { status: 400 }))
    renderOffice(<Order />)
    const field = await retype('Too much')
    await press('Save')
    await waitFor(() => expect(field).toHaveAccessibleDescription('Write less'))
    expect(field).toBeInvalid()
    expect(field).toHaveFocus()
    expect(field).toHaveValue('Too much')
  })

  it('does not overwrite what a colleague saved meanwhile, not even after a refetch', async () => {
    const refusal = { errors: [{ message: 'Olena saved it', data: { code: CHANGED_MEANWHILE } }] }
    const sent = answering(() => HttpResponse.json(refusal, { status: 409 }))
    const { client } = renderOffice(<Order />)
    const field = await retype('Mine')
    stored = { ...stored, status: 'done', updatedAt: 'second' }
    await client.invalidateQueries()
    await press('Save')
    expect(await screen.findByText('Olena saved it')).toBeVisible()
    expect(sent).toEqual([{ note: 'Mine', updatedAt: 'first' }])
    await press('Show the current record, keep my input')
    await waitFor(() => expect(screen.queryByText('Olena saved it')).toBeNull())
    expect(field).toHaveValue('Mine')
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Done')
    await press('Save')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ note: 'Mine', updatedAt: 'second' })
  })

  it('restores what was typed into the version that it was typed into, without passwords', async () => {
    const sent = answering()
    const { unmount } = renderOffice(<Order />)
    await retype('Half of it')
    await userEvent.setup().type(screen.getByLabelText('New password'), 'correct horse')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('correct horse')
    unmount()
    stored = { ...stored, updatedAt: 'second' }
    renderOffice(<Order />)
    expect(await note()).toHaveValue('Half of it')
    expect(screen.getByLabelText('New password')).toHaveValue('')
    await press('Save')
    await waitFor(() => expect(sent).toEqual([{ note: 'Half of it', updatedAt: 'first' }]))
  })

  it('asks for further fields only with the changes that need them', async () => {
    renderOffice(<Order />)
    await note()
    expect(screen.queryByLabelText('Your current password')).toBeNull()
    await userEvent.setup().type(screen.getByLabelText('New password'), 'x')
    expect(screen.getByLabelText('Your current password')).toBeVisible()
  })

  it('discards the changes on request', async () => {
    renderOffice(<Order />)
    const field = await retype('Never mind')
    await press('Discard changes')
    expect(field).toHaveValue('Call back')
    expect(sessionStorage).toHaveLength(0)
  })
})
