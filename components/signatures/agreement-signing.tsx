'use client'

import { type ReactNode, useRef, useState } from 'react'
import { useTextDraft } from '@/components/forms/draft-text-area'
import { useMutation } from '@/components/forms/use-mutation'
import { SignedContent } from '@/components/signatures/signed-content'
import { NotLoaded, useLoaded } from '@/components/signatures/document-signatures'
import { Button, buttonLook } from '@/components/ui/button'
import { Pill } from '@/components/ui/pill'
import { TextAreaField, TextField } from '@/components/ui/field'
import { Notice, StatusNote } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/problems'
import { useServerTime } from '@/lib/api/use-server-time'
import type { Locale } from '@/lib/config/constants'
import { ACCEPTED_TYPES, SIGNED_TYPES } from '@/lib/contract/documents'
import type { AgreementSigning, MissingTerm } from '@/lib/contract/signatures'
import { formatDate, formatDateTime, kyivDate } from '@/lib/i18n/formats'
import { TONES } from '@/lib/contract/tones'
import { pathFor } from '@/lib/i18n/route-names'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'

/** How signatures were checked, and on which day. */
export interface SignatureCheck {
  how: string
  on: string
  /** The address of the buyer's signature that was checked. */
  of: string
}

interface AgreementSigningPanelProps {
  locale: Locale
  side: 'buyer' | 'organiser'
  pdf: string
  read(): Promise<AgreementSigning>
  /** @param check how the organiser checked signatures that the portal could not verify */
  sign(file: File, check: SignatureCheck | null): Promise<AgreementSigning>
  /** Only a manager may mark an agreement as signed on paper. */
  markSignedOnPaper?(file: File): Promise<AgreementSigning>
  /** Names what a manager has typed about the check of a signature, until it is sent; a buyer is not asked. */
  checkDraft?: string
  /** Why the reader may not sign. */
  refusal?: string | null
  failureText(error: unknown): string
  onSigned(): void
}

/** The steps to download the PDF, sign it elsewhere and upload the signature, and who has signed so far (R15.2). */
export function AgreementSigningPanel({
  locale,
  side,
  pdf,
  read,
  sign,
  markSignedOnPaper,
  checkDraft = '',
  refusal = null,
  failureText,
  onSigned,
}: AgreementSigningPanelProps) {
  const texts = SIGNATURE_TEXTS[locale]
  const { loaded, reload, set } = useLoaded(read)
  const [isDone, setDone] = useState(false)
  const [isOwnUnverified, setOwnUnverified] = useState(false)
  const { check, fields, forget } = useSignatureCheck(checkDraft, locale)
  const { pending, failure, run } = useMutation(async (upload: () => Promise<AgreementSigning>) => {
    setDone(false)
    try {
      set(await upload())
    } catch (error) {
      if (error instanceof ApiError && error.code === 'signature_check_needed') setOwnUnverified(true)
      if (error instanceof ApiError && error.code === 'signature_replaced') set(await read())
      throw error
    }
    forget()
    setDone(true)
    onSigned()
  }, failureText)

  if (loaded.state !== 'ready')
    return <NotLoaded locale={locale} hasFailed={loaded.state === 'failed'} onRetry={reload} />
  const signing = loaded.data
  const isOver = signing.status === 'current' || signing.status === 'archived'
  const isSigned = signing.buyer !== null || signing.organiser !== null || signing.paper !== null
  // In force by other means: on paper, before it could be signed here.
  if (isOver && !isSigned) return null
  const isComplete = signing.missing.length === 0
  const isReadyToSign = !isOver && isComplete && (side === 'buyer' || signing.buyer !== null)
  const replaces = side === 'buyer' && signing.buyer !== null
  const asksForCheck = side === 'organiser' && isReadyToSign && (isOwnUnverified || signing.buyer?.verified === false)
  return (
    <div role="group" aria-label={texts.signing} className="grid grid-cols-[minmax(0,1fr)] gap-4" data-print="hide">
      <p className="font-semibold">{texts.signing}</p>
      {!isOver && isComplete && <p className="text-small text-soft">{hintOf(signing, side, texts)}</p>}
      {!isOver && !isComplete && <MissingTerms missing={signing.missing} side={side} locale={locale} />}
      <Signed title={texts.byBuyer} isFolded={side === 'buyer'} signed={signing.buyer} locale={locale} />
      <Signed title={texts.byOrganiser} isFolded={side === 'buyer'} signed={signing.organiser} locale={locale} />
      {signing.paper !== null && (
        <p className="text-small">
          <span className="font-semibold">{texts.paper}</span>: {signing.paper.by ?? '—'},{' '}
          {formatDateTime(signing.paper.at, locale)} ·{' '}
          <a className="font-semibold text-link underline" href={signing.paper.url} target="_blank" rel="noopener">
            {texts.scan}: {signing.paper.name}
          </a>
        </p>
      )}
      {signing.decision !== null && <Decision decision={signing.decision} locale={locale} />}
      {asksForCheck && (
        <div className="grid gap-3">
          <Notice tone="wait">{signing.buyer?.verified === false ? texts.checkNeeded : texts.ownCheckNeeded}</Notice>
          {fields}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {/* A buyer has the agreement's PDF in its row. */}
        {!isOver && side === 'organiser' && (
          <a className={buttonLook({ tone: 'outline', size: 'sm' })} href={pdf} download>
            {texts.downloadPdf}
          </a>
        )}
        {isReadyToSign && refusal !== null && <span className="text-small text-soft">{refusal}</span>}
        {isReadyToSign && refusal === null && (
          <FileButton
            tone={replaces ? 'outline' : 'primary'}
            accept={SIGNED_TYPES}
            pending={pending}
            disabled={asksForCheck && check === null}
            onFile={(file) =>
              void run(() =>
                sign(file, asksForCheck && check && signing.buyer ? { ...check, of: signing.buyer.url } : null),
              )
            }
          >
            {pending ? texts.sending : replaces ? texts.replace : texts.upload}
          </FileButton>
        )}
        {!isOver && isComplete && markSignedOnPaper && (
          <FileButton
            tone="outline"
            accept={ACCEPTED_TYPES}
            pending={pending}
            onFile={(file) => void run(() => markSignedOnPaper(file))}
          >
            {texts.markPaper}
          </FileButton>
        )}
        {signing.container !== null && (
          <a className={buttonLook({ tone: 'soft', size: 'sm' })} href={signing.container} download>
            {texts.containerLink}
          </a>
        )}
      </div>
      <StatusNote failure={failure} done={isDone && texts.done} />
      {signing.pdf_sha256 !== null && (
        <p className="numbers text-fine text-soft [overflow-wrap:anywhere]">
          {texts.hash}: {signing.pdf_sha256}
        </p>
      )}
    </div>
  )
}

function hintOf(signing: AgreementSigning, side: 'buyer' | 'organiser', texts: (typeof SIGNATURE_TEXTS)['uk']): string {
  if (side === 'buyer') {
    if (signing.buyer === null) return texts.steps
    const isDoubted = signing.buyer.document.signatures.every(({ edrpou }) => edrpou !== 'same')
    if (isDoubted) return texts.ownKeyDoubted
    return signing.buyer.verified ? texts.waitsOrganiser : texts.ownUnverified
  }
  return signing.buyer === null ? texts.waitsBuyer : texts.countersign
}

function useSignatureCheck(draft: string, locale: Locale) {
  const texts = SIGNATURE_TEXTS[locale]
  const [how, setHow] = useTextDraft(draft)
  const today = useServerTime((now) => kyivDate(new Date(now)))
  const [chosen, setChosen] = useState<string | null>(null)
  const on = chosen ?? today ?? ''
  const check = how.trim() === '' || on === '' ? null : { how: how.trim(), on }
  const fields = (
    <>
      <TextAreaField
        label={texts.checkHow}
        rows={2}
        maxLength={500}
        placeholder={texts.checkHowExample}
        value={how}
        onChange={({ target }) => setHow(target.value)}
      />
      <TextField
        label={texts.checkOn}
        type="date"
        className="max-w-52"
        max={today ?? undefined}
        value={on}
        onChange={({ target }) => setChosen(target.value)}
      />
    </>
  )
  return { check, fields, forget: () => setHow('') }
}

function Decision({ decision, locale }: { decision: NonNullable<AgreementSigning['decision']>; locale: Locale }) {
  const day = formatDate(`${decision.checked_on}T12:00:00Z`, locale)
  return (
    <p className="text-small [overflow-wrap:anywhere]">
      <span className="font-semibold">{SIGNATURE_TEXTS[locale].checked}</span>: {decision.by ?? '—'}, {day} ·{' '}
      {decision.how}
    </p>
  )
}

interface MissingTermsProps {
  missing: readonly MissingTerm[]
  side: 'buyer' | 'organiser'
  locale: Locale
}

/** Shows each side what it has to fill in and where, and that the other one still has to. */
function MissingTerms({ missing, side, locale }: MissingTermsProps) {
  const texts = SIGNATURE_TEXTS[locale]
  const ofSeller = missing.filter((term) => term.startsWith('seller_'))
  const ofBuyer = missing.filter((term) => term.startsWith('buyer_'))
  const ofTerm = missing.filter((term) => !ofSeller.includes(term) && !ofBuyer.includes(term))
  const listed = (terms: readonly MissingTerm[]) => terms.map((term) => texts.terms[term]).join(', ')
  const link = (href: string, text: string) => (
    <a className="font-semibold text-link underline" href={href}>
      {text}
    </a>
  )
  return (
    <Notice tone="wait">
      {side === 'buyer' ? (
        <>
          {ofBuyer.length > 0 && (
            <p>
              {link(`${pathFor('cabinet-company', locale)}#agreement-details`, texts.fillOwn)}: {listed(ofBuyer)}.
            </p>
          )}
          {ofBuyer.length < missing.length && <p>{texts.incomplete}</p>}
        </>
      ) : (
        <>
          {ofTerm.length > 0 && (
            <p>
              {texts.fillBelow}: {listed(ofTerm)}.
            </p>
          )}
          {ofSeller.length > 0 && (
            <p>
              {link('/admin/globals/seller', texts.fillSeller)}: {listed(ofSeller)}.
            </p>
          )}
          {ofBuyer.length > 0 && (
            <p>
              {texts.fillBuyer}: {listed(ofBuyer)}.
            </p>
          )}
        </>
      )}
    </Notice>
  )
}

interface SignedProps {
  title: string
  /** A manager reads the details before signing. */
  isFolded: boolean
  signed: AgreementSigning['buyer']
  locale: Locale
}

function Signed({ title, isFolded, signed, locale }: SignedProps) {
  const texts = SIGNATURE_TEXTS[locale]
  if (signed === null) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-small [overflow-wrap:anywhere]">
        <span className="font-semibold">{title}</span>: {signed.by ?? '—'}, {formatDateTime(signed.at, locale)} ·{' '}
        <a className="font-semibold text-link underline" href={signed.url} download>
          {signed.name}
        </a>
      </p>
      <details open={!isFolded} className="group grid gap-1.5">
        <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-2 text-small max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
          {[...new Set(signed.document.signatures.map(({ verdict }) => verdict))].map((verdict) => (
            <Pill key={verdict} tone={TONES.signature[verdict]}>
              {texts.verdict[verdict]}
            </Pill>
          ))}
          <span className="font-semibold text-link group-open:hidden">{texts.details}</span>
        </summary>
        <SignedContent document={signed.document} locale={locale} />
      </details>
    </div>
  )
}

interface FileButtonProps {
  accept: string
  pending: boolean
  disabled?: boolean
  tone?: 'primary' | 'outline'
  onFile(file: File): void
  children: ReactNode
}

/** The form's fields that name an agreement, or one of its acts. */
export function signableForm(agreementId: number, actId: number | undefined) {
  return { agreement_id: String(agreementId), ...(actId !== undefined && { act_id: String(actId) }) }
}

/** A button that asks for one file. */
export function FileButton({ accept, pending, disabled = false, tone = 'primary', onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" tone={tone} pending={pending} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}
