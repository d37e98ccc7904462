import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AgreementSigning, SignedDocument } from '@/lib/contract/signatures'
import { renderIn } from '@/tests/support/render-in'
import { AgreementSigningPanel, type SignatureCheck } from './agreement-signing'
import { DocumentSignatures } from './document-signatures'

const DOCUMENT: SignedDocument = {
  problem: null,
  form: 'detached',
  files: [{ name: 'agreement.pdf', bytes: 2048, sha256: 'ab', beside: true, revision_of: null, cover: 'verified' }],
  signatures: [
    {
      verdict: 'verified',
      covers: ['agreement.pdf'],
      signed_at: '2026-11-25T10:00:00.000Z',
      time_stamp: null,
      contradiction: null,
      signer: { name: 'Коваль Олена', company: 'ТОВ Покупець', edrpou: '42795490', issuer: 'Дія' },
      edrpou: 'same',
    },
  ],
}

const signedBy = (change: Partial<SignedDocument['signatures'][number]>): SignedDocument => ({
  ...DOCUMENT,
  signatures: DOCUMENT.signatures.map((signature) => ({ ...signature, ...change })),
})

async function shown(document: SignedDocument) {
  const { container } = renderIn('en', <DocumentSignatures locale="en" read={() => Promise.resolve(document)} />)
  await waitFor(() => expect(container.querySelector('[role=group]')).not.toBeNull())
  return container
}

describe('the card of a signed document', () => {
  it('shows the contents, signers, companies, times and certificates', async () => {
    const container = await shown(DOCUMENT)
    for (const text of ['agreement.pdf', 'Коваль Олена', 'ТОВ Покупець', '42795490', 'Дія', 'Signature verified'])
      expect(container).toHaveTextContent(text)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it.each([
    ['unverifiable', 'Not verified here'],
    ['signer_unchecked', 'signer not checked'],
    ['centre_unknown', 'centre unknown'],
    ['altered', 'over another content'],
  ] as const)('links to the government verifier if the signature is %s', async (verdict, text) => {
    const container = await shown(signedBy({ verdict }))
    expect(container).toHaveTextContent(text)
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://czo.gov.ua/verify')
  })

  it('names each file that no signature covers, and says of no other file that it is verified', async () => {
    const [file] = DOCUMENT.files
    const other = { ...file!, name: 'proxy.pdf', cover: 'none' } as const
    const container = await shown({ ...DOCUMENT, form: 'container', files: [file!, other] })
    const [first, second] = container.querySelectorAll('ul:first-of-type > li')
    expect(first).toHaveTextContent('agreement.pdf (2 KB) · Signed by: Коваль Олена')
    expect(second).toHaveTextContent('proxy.pdf (2 KB) · Covered by no signature')
    expect(container).toHaveTextContent('Signature verifiedCovers: agreement.pdf')
  })

  it('does not call a file verified by signatures that are not', async () => {
    const document = signedBy({ verdict: 'centre_unknown' })
    const files = document.files.map((file) => ({ ...file, cover: 'unverified' as const }))
    expect(await shown({ ...document, files })).toHaveTextContent('Signed by: Коваль Олена (not verified here)')
  })

  it('tells the signer’s clock from time stamps, and names a time that cannot be true', async () => {
    const at = '2026-11-25T10:00:00.000Z'
    const container = await shown(
      signedBy({
        verdict: 'time_contradicted',
        time_stamp: { at, authority: 'Stamps Ltd', verdict: 'unknown' },
        contradiction: 'before_document',
      }),
    )
    for (const text of [
      'Time by the signer’s clock',
      'Time stamp of an unknown authority',
      'Stamps Ltd',
      'before the document existed',
    ])
      expect(container).toHaveTextContent(text)
  })

  it('warns if the certificate has no EDRPOU, or a different one', async () => {
    expect(await shown(signedBy({ edrpou: 'different' }))).toHaveTextContent('another EDRPOU')
    expect(await shown(signedBy({ edrpou: 'missing' }))).toHaveTextContent('has no EDRPOU')
  })

  it('offers a retry if it could not be read', async () => {
    let attempts = 0
    const read = () => ((attempts += 1) === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(DOCUMENT))
    renderIn('en', <DocumentSignatures locale="en" read={read} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Signature verified')).toBeVisible()
  })
})

const UNSIGNED: AgreementSigning = {
  status: 'awaiting_signature',
  missing: [],
  pdf_sha256: null,
  buyer: null,
  organiser: null,
  paper: null,
  decision: null,
  container: null,
}
const SIGNED = {
  at: '2026-11-25T10:00:00.000Z',
  by: 'Покупець',
  url: '/storage/files/1',
  name: 'a.p7s',
  document: DOCUMENT,
  verified: true,
}

type SignCall = (file: File, check: SignatureCheck | null) => Promise<AgreementSigning>

function showSigning(signing: AgreementSigning, sign: SignCall, side: 'buyer' | 'organiser' = 'buyer') {
  return renderIn(
    'en',
    <AgreementSigningPanel
      locale="en"
      side={side}
      pdf="/storage/files/agreement-1.pdf"
      read={() => Promise.resolve(signing)}
      sign={sign}
      failureText={(error) => (error as Error).message}
      onSigned={() => undefined}
    />,
  )
}

describe('signing an agreement', () => {
  it('keeps the steps visible and explains why a signature is refused', async () => {
    const { container } = showSigning(UNSIGNED, () => Promise.reject(new Error('not over this PDF')))
    await screen.findByRole('button', { name: 'Upload signature' })
    await userEvent.upload(container.querySelector('input') as HTMLInputElement, new File(['x'], 'a.p7s'))
    expect(await screen.findByText('not over this PDF')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload signature' })).toBeVisible()
  })

  it.each(['p7s', 'p7m', 'asice', 'sce', 'asics', 'scs'])('takes a .%s file, as the server does', async (ending) => {
    const sign = jest.fn(() => Promise.resolve(UNSIGNED))
    const { container } = showSigning(UNSIGNED, sign)
    await screen.findByRole('button', { name: 'Upload signature' })
    await userEvent.upload(container.querySelector('input') as HTMLInputElement, new File(['x'], `a.${ending}`))
    expect(sign).toHaveBeenCalledTimes(1)
  })

  it('shows the signature once it is accepted', async () => {
    const signed: AgreementSigning = { ...UNSIGNED, status: 'signed_by_buyer', buyer: SIGNED }
    const { container } = showSigning(UNSIGNED, () => Promise.resolve(signed))
    await screen.findByRole('button', { name: 'Upload signature' })
    await userEvent.upload(container.querySelector('input') as HTMLInputElement, new File(['x'], 'a.p7s'))
    expect(await screen.findByText('Коваль Олена')).not.toBeVisible()
    await userEvent.click(screen.getByText('Show details'))
    expect(screen.getByText('Коваль Олена')).toBeVisible()
    expect(container).toHaveTextContent('The organiser signs next')
  })

  it.each([
    ['same', 'The organiser signs next'],
    ['different', 'If you used the wrong key, upload another signature'],
    ['missing', 'If you used the wrong key, upload another signature'],
  ] as const)('says what follows if the EDRPOU of the certificate is %s', async (edrpou, text) => {
    const buyer = { ...SIGNED, document: signedBy({ edrpou }) }
    const { container } = showSigning({ ...UNSIGNED, status: 'signed_by_buyer', buyer }, () =>
      Promise.resolve(UNSIGNED),
    )
    await screen.findByRole('button', { name: 'Upload another signature' })
    expect(container).toHaveTextContent(text)
  })

  it('asks the manager how a signature was checked that is not verified, and sends that', async () => {
    const buyer = { ...SIGNED, verified: false, document: signedBy({ verdict: 'centre_unknown' }) }
    const sign = jest.fn<SignCall>(() => Promise.resolve(UNSIGNED))
    const { container } = showSigning({ ...UNSIGNED, status: 'signed_by_buyer', buyer }, sign, 'organiser')
    const button = await screen.findByRole('button', { name: 'Upload signature' })
    expect(button).toBeDisabled()
    await userEvent.type(screen.getByLabelText('How the signature was checked'), 'czo.gov.ua/verify')
    const day = screen.getByLabelText('Day of the check')
    fireEvent.change(day, { target: { value: '2026-11-26' } })
    await userEvent.upload(container.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'a.p7s'))
    expect(sign).toHaveBeenCalledWith(expect.anything(), {
      how: 'czo.gov.ua/verify',
      on: '2026-11-26',
      of: '/storage/files/1',
    })
  })

  it('shows how the signatures were checked, and by whom', async () => {
    const decision = { how: 'czo.gov.ua/verify', checked_on: '2026-11-26', by: 'Богдан Литвин', at: SIGNED.at }
    const signing: AgreementSigning = { ...UNSIGNED, status: 'current', buyer: SIGNED, organiser: SIGNED, decision }
    const { container } = showSigning(signing, () => Promise.resolve(UNSIGNED))
    await screen.findByText(/Checked by the manager/)
    expect(container).toHaveTextContent('Богдан Литвин, 26 November 2026 · czo.gov.ua/verify')
  })

  it('names the manager who uploaded the scan of an agreement signed on paper', async () => {
    const { document: _document, verified: _verified, ...scan } = { ...SIGNED, by: 'Богдан Литвин', name: 'scan.pdf' }
    showSigning({ ...UNSIGNED, status: 'current', paper: scan }, () => Promise.resolve(UNSIGNED), 'organiser')
    expect((await screen.findByText('Signed on paper')).parentElement).toHaveTextContent('Богдан Литвин')
  })

  it('allows the organiser to sign only after the buyer', async () => {
    const { container } = showSigning(UNSIGNED, () => Promise.resolve(UNSIGNED), 'organiser')
    await screen.findByText('The buyer has not signed yet.')
    expect(container.querySelector('input')).toBeNull()
  })

  it('offers no signature while terms are missing, and shows the manager which, and where to fill them in', async () => {
    const incomplete: AgreementSigning = { ...UNSIGNED, missing: ['ends_on', 'seller_iban'] }
    const { container, unmount } = showSigning(incomplete, () => Promise.resolve(UNSIGNED))
    expect(await screen.findByText(/The seller is completing the agreement/)).toBeVisible()
    expect(container.querySelector('input')).toBeNull()
    expect(container).not.toHaveTextContent('IBAN')
    unmount()
    showSigning(incomplete, () => Promise.resolve(UNSIGNED), 'organiser')
    expect(await screen.findByText(/fields below are filled in: In force until/)).toBeVisible()
    const link = screen.getByRole('link', { name: /seller’s details/ })
    expect(link).toHaveAttribute('href', '/admin/globals/seller')
    expect(link.parentElement).toHaveTextContent('IBAN')
  })

  it('offers the container once both have signed', async () => {
    const container = '/storage/files/agreement-1.signed'
    showSigning({ ...UNSIGNED, status: 'current', buyer: SIGNED, organiser: SIGNED, container }, () =>
      Promise.resolve(UNSIGNED),
    )
    expect(await screen.findByRole('link', { name: 'Download PDF with signatures' })).toHaveAttribute('href', container)
  })
})
