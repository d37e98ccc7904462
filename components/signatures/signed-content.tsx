import { TONES } from '@/lib/contract/tones'
import { Pill } from '@/components/ui/pill'
import type { Locale } from '@/lib/config/constants'
import { signaturesOf, type SignedDocument, type SignedFile } from '@/lib/contract/signatures'
import { formatDateTime, formatFileSize } from '@/lib/i18n/formats'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'

/** The verifier of the central certification authority. */
const STATE_VERIFIER = 'https://czo.gov.ua/verify'

interface SignedContentProps {
  document: SignedDocument
  locale: Locale
}

/** The contents of a signed document with its signers and the verdict on each signature (R15.1). A page may have many: it is no landmark. */
export function SignedContent({ document, locale }: SignedContentProps) {
  const texts = SIGNATURE_TEXTS[locale]
  const isVerified = document.problem === null && document.signatures.every(({ verdict }) => verdict === 'verified')
  return (
    <div
      role="group"
      aria-label={texts.title}
      className="grid gap-3 rounded-md border border-line bg-sunken p-3.5 text-small"
    >
      {document.problem !== null && <p className="font-medium text-lose-text">{texts.problem[document.problem]}</p>}
      {document.form !== null && (
        <div className="grid gap-1.5">
          <p className="font-semibold">{texts.form[document.form]}</p>
          <ul className="grid gap-1.5">
            {document.files.map((file) => (
              <FileCover key={file.name} document={document} file={file} locale={locale} />
            ))}
          </ul>
        </div>
      )}
      <ul className="grid gap-3">
        {document.signatures.map((signature, index) => (
          <li key={index} className="grid gap-2 border-t border-line pt-3">
            <span className="[&>*]:w-fit">
              <Pill tone={TONES.signature[signature.verdict]}>{texts.verdict[signature.verdict]}</Pill>
            </span>
            {document.files.length > 1 && (
              <p className="[overflow-wrap:anywhere]">
                <span className="text-soft">{texts.covers}:</span>{' '}
                <span className="font-medium">{signature.covers.join(', ') || '—'}</span>
              </p>
            )}
            <SignerDetails signature={signature} locale={locale} />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-fine text-soft">
        {texts.revocation}
        {!isVerified && (
          <a
            className="font-semibold text-link hover:underline"
            href={STATE_VERIFIER}
            target="_blank"
            rel="noopener noreferrer"
          >
            {texts.verifier}
          </a>
        )}
      </p>
    </div>
  )
}

interface FileCoverProps {
  document: SignedDocument
  file: SignedFile
  locale: Locale
}

/** A file and who signed it: a container may have files that no signature covers. */
function FileCover({ document, file: { name, bytes, cover }, locale }: FileCoverProps) {
  const texts = SIGNATURE_TEXTS[locale]
  const covering = signaturesOf(document.signatures, name)
  const signers = [...new Set(covering.map(({ signer }) => signer?.name || texts.noSigner))].join(', ')
  return (
    <li className="[overflow-wrap:anywhere]">
      <span>
        {name} ({formatFileSize(bytes, locale)})
      </span>
      <span className="text-soft"> · </span>
      {cover === 'none' ? (
        <span className="font-semibold text-lose-text">{texts.uncovered}</span>
      ) : (
        <span className={cover === 'verified' ? 'text-go-text' : 'text-wait-text'}>
          {texts.signedBy}: {signers}
          {cover === 'unverified' && ` (${texts.notVerified})`}
        </span>
      )}
    </li>
  )
}

interface SignerDetailsProps {
  signature: SignedDocument['signatures'][number]
  locale: Locale
}

function SignerDetails({ signature, locale }: SignerDetailsProps) {
  const { signer, signed_at: signedAt, time_stamp: stamp, contradiction, edrpou } = signature
  const texts = SIGNATURE_TEXTS[locale]
  if (signer === null) return <p className="text-soft">{texts.noSigner}</p>
  const time = (at: string | null) => (at === null ? '—' : formatDateTime(at, locale))
  const rows: [string, string][] = [
    [texts.signer, signer.name],
    [texts.company, signer.company ?? '—'],
    [texts.edrpou, signer.edrpou ?? texts.noEdrpou],
    [texts.signedAt, time(signedAt)],
    ...(stamp === null
      ? []
      : [
          [texts.stamp[stamp.verdict], [time(stamp.at), stamp.authority].filter(Boolean).join(', ')] as [
            string,
            string,
          ],
        ]),
    [texts.issuer, signer.issuer],
  ]
  return (
    <>
      <dl className="grid gap-x-5 gap-y-1.5 [overflow-wrap:anywhere] sm:grid-cols-2">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-1.5">
            <dt className="text-soft">{label}:</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {contradiction !== null && <p className="font-medium text-lose-text">{texts.contradiction[contradiction]}</p>}
      {(edrpou === 'different' || edrpou === 'missing') && (
        <p className="font-medium text-wait-text">{texts[edrpou]}</p>
      )}
    </>
  )
}
