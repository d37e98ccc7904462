import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { DocumentsReview } from './documents'
import type { CompanyDocument } from '@/lib/contract/documents'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { choose } from '@/tests/support/choose'
import { mockApi, refusal } from '@/tests/support/mock-api'

const server = mockApi()

const charter: CompanyDocument = {
  id: 7,
  kind: 'charter',
  name: 'Статут ТОВ.pdf',
  media_type: 'application/pdf',
  signed: false,
  bytes: 240_000,
  url: '/storage/files/7',
  uploaded_at: '2026-11-02T09:30:00.000Z',
  relied_on: [],
  by: null,
}

function open(documents: CompanyDocument[] | null = []) {
  renderIn('en', <DocumentsReview documents={documents} />)
  return userEvent.setup()
}

const pdf = (bytes = 4, name = 'balance.pdf') => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })

describe('DocumentsReview', () => {
  it('lists the missing documents and suggests one kind for each file', async () => {
    const user = open([charter])
    expect(screen.getByText('1 of 5 uploaded')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Charter, uploaded' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Balance sheet, still needed' })).toBeVisible()
    await user.upload(screen.getByLabelText('File'), [pdf(4, 'extract.pdf'), pdf()])
    expect(screen.getByLabelText('Document type: extract.pdf')).toHaveValue('register_extract')
    expect(screen.getByLabelText('Document type: balance.pdf')).toHaveValue('balance_sheet')
    expect(screen.getByRole('button', { name: 'Upload 2 files' })).toBeVisible()
  })

  it('suggests no kind for a refused file, so that the next ones get theirs', async () => {
    const user = open([charter])
    const field = screen.getByLabelText('File')
    await user.upload(field, pdf(0, 'empty.pdf'))
    await user.upload(field, [pdf(0, 'empty-too.pdf'), pdf(4, 'extract.pdf'), pdf()])
    expect(screen.getByLabelText('Document type: extract.pdf')).toHaveValue('register_extract')
    expect(screen.getByLabelText('Document type: balance.pdf')).toHaveValue('balance_sheet')
  })

  it('sends several files; a refused one stays with its reason and can be retried', async () => {
    const sent: string[] = []
    server.use(
      http.post('*/api/documents/upload', async ({ request }) => {
        const kind = (await request.formData()).get('kind') as string
        sent.push(kind)
        return sent.length === 1
          ? refusal('service_unavailable')
          : HttpResponse.json({ data: { ...charter, id: 10 + sent.length, kind, name: `${kind}.pdf` } })
      }),
    )
    const user = open([charter])
    await user.upload(screen.getByLabelText('File'), [pdf(4, 'extract.pdf'), pdf()])
    await user.click(screen.getByRole('button', { name: 'Upload 2 files' }))
    expect(await screen.findByRole('link', { name: 'balance_sheet.pdf' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'register_extract.pdf' })).toBeVisible()
    expect(sent).toEqual(['register_extract', 'balance_sheet', 'register_extract'])
  })

  it('sends each file with the kind it has at its turn', async () => {
    const sent: string[] = []
    let answerFirst: () => void = () => undefined
    const first = new Promise<void>((resolve) => (answerFirst = resolve))
    server.use(
      http.post('*/api/documents/upload', async ({ request }) => {
        const kind = (await request.formData()).get('kind') as string
        sent.push(kind)
        if (sent.length === 1) await first
        return HttpResponse.json({ data: { ...charter, id: 10 + sent.length, kind, name: `${kind}.pdf` } })
      }),
    )
    const user = open([charter])
    await user.upload(screen.getByLabelText('File'), [pdf(4, 'extract.pdf'), pdf(4, 'mistake.pdf'), pdf()])
    await user.click(screen.getByRole('button', { name: 'Upload 3 files' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Remove: mistake.pdf' }))
    await choose(user, 'Document type: balance.pdf', 'Other document')
    answerFirst()
    expect(await screen.findByRole('link', { name: 'other.pdf' })).toBeVisible()
    expect(sent).toEqual(['register_extract', 'other'])
  })

  it('lists every document that was uploaded in a row', async () => {
    let sent = 0
    server.use(
      http.post('*/api/documents/upload', () =>
        HttpResponse.json({ data: { ...charter, id: 10 + (sent += 1), name: `${sent}.pdf` } }),
      ),
    )
    const user = open([])
    await user.upload(screen.getByLabelText('File'), [pdf(4, 'a.pdf'), pdf(4, 'b.pdf')])
    await user.click(screen.getByRole('button', { name: 'Upload 2 files' }))
    expect(await screen.findByText('2 documents have been uploaded: 1.pdf, 2.pdf')).toBeVisible()
  })

  it('uploads documents while the list cannot be read', async () => {
    server.use(http.post('*/api/documents/upload', () => HttpResponse.json({ data: { ...charter, name: 'new.pdf' } })))
    const user = open(null)
    expect(screen.getByText('This section could not be loaded.', { exact: false })).toBeVisible()
    await user.upload(screen.getByLabelText('File'), pdf())
    await choose(user, 'Document type: balance.pdf', 'Other document')
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('“new.pdf” has been uploaded')).toBeVisible()
  })

  it('retries a replacement after a failure that the file did not cause', async () => {
    let attempts = 0
    server.use(
      http.post('*/api/documents/upload', () =>
        (attempts += 1) === 1
          ? refusal('service_unavailable')
          : HttpResponse.json({ data: { ...charter, id: 9, name: 'new.pdf' } }),
      ),
    )
    const user = open([charter])
    const replace = screen.getByRole('button', { name: 'Replace: Статут ТОВ.pdf' })
    await user.upload(replace.nextElementSibling as HTMLInputElement, pdf(4, 'new.pdf'))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'new.pdf' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('moves the focus to the file field when a file is removed', async () => {
    const user = open()
    await user.upload(screen.getByLabelText('File'), pdf())
    await user.click(screen.getByRole('button', { name: 'Remove: balance.pdf' }))
    expect(screen.getByLabelText('File')).toHaveFocus()
  })

  it('shows the progress of a replacement without announcing every per cent', async () => {
    server.use(http.post('*/api/documents/upload', () => new Promise<Response>(() => undefined)))
    const user = open([charter])
    const replace = screen.getByRole('button', { name: 'Replace: Статут ТОВ.pdf' })
    await user.upload(replace.nextElementSibling as HTMLInputElement, pdf(4, 'new.pdf'))
    const progress = await screen.findByRole('progressbar', { name: 'Replace: Статут ТОВ.pdf' })
    expect(progress).toHaveAttribute('aria-valuenow')
    expect(progress.closest('[role=status], [role=alert], [aria-live]')).toBeNull()
    await user.click(replace)
    expect(replace).toHaveFocus()
  })

  it('replaces a document', async () => {
    let replaces: unknown
    server.use(
      http.post('*/api/documents/upload', async ({ request }) => {
        replaces = (await request.formData()).get('replaces')
        return HttpResponse.json({ data: { ...charter, id: 9, name: 'new.pdf' } })
      }),
    )
    const user = open([charter])
    await user.upload(
      screen.getByRole('button', { name: 'Replace: Статут ТОВ.pdf' }).nextElementSibling as HTMLInputElement,
      pdf(4, 'new.pdf'),
    )
    expect(await screen.findByText('“new.pdf” is the new version')).toBeVisible()
    expect(replaces).toBe('7')
    expect(screen.queryByRole('link', { name: 'Статут ТОВ.pdf' })).not.toBeInTheDocument()
  })

  it('shows a document in place', async () => {
    const user = open([charter])
    await user.click(screen.getByRole('button', { name: 'View: Статут ТОВ.pdf' }))
    expect(within(await screen.findByRole('dialog')).getByTitle('Статут ТОВ.pdf')).toHaveAttribute(
      'src',
      '/storage/files/7',
    )
  })

  it('adds an uploaded document to the list', async () => {
    server.use(
      http.post('*/api/documents/upload', () =>
        HttpResponse.json({ data: { ...charter, id: 8, kind: 'balance_sheet', name: 'balance.pdf' } }),
      ),
    )
    const user = open()
    await user.upload(screen.getByLabelText('File'), pdf())
    await choose(user, 'Document type: balance.pdf', 'Balance sheet')
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('“balance.pdf” has been uploaded')).toBeVisible()
    expect(screen.getByRole('link', { name: 'balance.pdf' })).toHaveAttribute('href', '/storage/files/7')
  })

  it('keeps the chosen file when the server refuses its content, and explains why', async () => {
    server.use(http.post('*/api/documents/upload', () => refusal('file_type_refused')))
    const user = open()
    await user.upload(screen.getByLabelText('File'), pdf())
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('This file type is not supported.')).toBeVisible()
    expect(screen.getByText(/^balance\.pdf/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible()
  })

  it.each(['scan.jfif', 'scan.tif', 'Статут.p7s', 'Статут.asice', 'balance.zip', 'balance.doc'])(
    'accepts %s, since the server checks the content',
    async (name) => {
      server.use(http.post('*/api/documents/upload', () => refusal('file_unreadable')))
      const user = open()
      const input = screen.getByLabelText('File')
      expect(input.getAttribute('accept')?.split(',')).toContain(name.slice(name.lastIndexOf('.')))
      await user.upload(input, new File(['x'], name))
      await user.click(screen.getByRole('button', { name: 'Upload' }))
      expect(await screen.findByText(messagesOf('en').Errors.file_unreadable)).toBeVisible()
    },
  )

  it('offers to retry a file whose check took too long', async () => {
    server.use(http.post('*/api/documents/upload', () => refusal('file_check_delayed')))
    const user = open()
    await user.upload(screen.getByLabelText('File'), pdf())
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText(messagesOf('en').Errors.file_check_delayed)).toBeVisible()
    server.use(http.post('*/api/documents/upload', () => HttpResponse.json({ data: charter })))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: charter.name })).toBeVisible()
  })

  it('reports a lost connection and keeps the chosen file', async () => {
    server.use(http.post('*/api/documents/upload', () => HttpResponse.error()))
    const user = open()
    await user.upload(screen.getByLabelText('File'), pdf())
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeVisible()
    expect(screen.getByText(/^balance\.pdf/)).toBeVisible()
  })

  it('asks to choose a file again that was changed or deleted meanwhile', async () => {
    server.use(http.post('*/api/documents/upload', () => refusal('file_changed')))
    const user = open()
    await user.upload(screen.getByLabelText('File'), pdf())
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText(messagesOf('en').Errors.file_changed)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('refuses an empty file before it is sent', async () => {
    const user = open()
    await user.upload(screen.getByLabelText('File'), pdf(0))
    expect(screen.getByText('“balance.pdf” is empty.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(screen.getByLabelText('File')).toHaveFocus()
  })

  it('asks before deleting, and explains a refusal if an application relies on the document', async () => {
    server.use(http.post('*/api/documents/delete', () => refusal('document_in_use')))
    const user = open([charter])
    await user.click(screen.getByRole('button', { name: 'Delete: Статут ТОВ.pdf' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this document?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await within(dialog).findByRole('alert')).toBeVisible()
    expect(screen.getByText('Статут ТОВ.pdf')).toBeInTheDocument()
  })

  it('lists the applications that rely on a document, which can be neither replaced nor deleted', () => {
    open([
      {
        ...charter,
        relied_on: [
          { auction_number: 41, waiting: true },
          { auction_number: 35, waiting: false },
        ],
      },
    ])
    expect(screen.getByText(/Awaiting a decision: applications for auctions No\. 41, 35/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'View: Статут ТОВ.pdf' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Delete|Replace): / })).toBeNull()
  })

  it('removes a deleted document from the list', async () => {
    server.use(http.post('*/api/documents/delete', () => HttpResponse.json({ data: {} })))
    const user = open([charter])
    await user.click(screen.getByRole('button', { name: 'Delete: Статут ТОВ.pdf' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The document has been deleted')).toBeVisible()
    await waitFor(() => expect(screen.getByText('The document has been deleted')).toHaveFocus())
    expect(screen.queryByRole('link', { name: 'Статут ТОВ.pdf' })).not.toBeInTheDocument()
  })

  it('sends a file that is put into a slot at once, with the kind of the slot', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('*/api/documents/upload', async ({ request }) => {
        sent.push((await request.formData()).get('kind'))
        return HttpResponse.json({ data: { ...charter, id: 11, kind: 'licence', name: 'licence.pdf' } })
      }),
    )
    const user = open([charter])
    await user.upload(screen.getByLabelText('File: Licence'), pdf(4, 'licence.pdf'))
    expect(await screen.findByRole('link', { name: 'licence.pdf' })).toBeVisible()
    expect(sent).toEqual(['licence'])
    expect(screen.getByText('2 of 5 uploaded')).toBeVisible()
    expect(screen.queryByLabelText('File: Licence')).toBeNull()
  })

  it('says once, above the list, why documents cannot be replaced', () => {
    const relied_on = [{ auction_number: 41, waiting: true }]
    open([
      { ...charter, relied_on },
      { ...charter, id: 8, kind: 'licence', name: 'licence.pdf', relied_on },
    ])
    expect(screen.getAllByText(/cannot be replaced or deleted/)).toHaveLength(1)
  })
})
