import { Pill, type PillTone } from '@/components/ui/pill'
import type { Locale } from '@/lib/config/constants'
import type { SignatureVerdict, SignedDocument } from '@/lib/contract/signatures'
import { formatDateTime, formatFileSize } from '@/lib/i18n/formats'
import { SIGNATURE_TEXTS } from '@/lib/i18n/signature-texts'

/** The verifier of the central certification authority. */
const STATE_VERIFIER = 'https://czo.gov.ua/verify'

const TONES: Record<SignatureVerdict, PillTone> = {
  verified: 'go',
  signer_unchecked: 'wait',
  centre_unknown: 'wait',
  certificate_expired: 'wait',
  certificate_not_yet_valid: 'wait',
  content_missing: 'wait',
  unverifiable: 'wait',
  altered: 'lose',
}

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
        <p className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{texts.form[document.form]}</span>
          {document.files.length > 0 && (
            <span className="text-soft">
              {' '}
              · {document.files.some(({ beside }) => beside) ? texts.over : texts.inside}:{' '}
            </span>
          )}
          {document.files.map(({ name, bytes }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              {name} ({formatFileSize(bytes, locale)})
            </span>
          ))}
        </p>
      )}
      <ul className="grid gap-3">
        {document.signatures.map((signature, index) => (
          <li key={index} className="grid gap-2 border-t border-line pt-3">
            <span className="[&>*]:w-fit">
              <Pill tone={TONES[signature.verdict]}>{texts.verdict[signature.verdict]}</Pill>
            </span>
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

interface SignerDetailsProps {
  signature: SignedDocument['signatures'][number]
  locale: Locale
}

function SignerDetails({ signature: { signer, signed_at: signedAt, edrpou }, locale }: SignerDetailsProps) {
  const texts = SIGNATURE_TEXTS[locale]
  if (signer === null) return <p className="text-soft">{texts.noSigner}</p>
  const rows: [string, string][] = [
    [texts.signer, signer.name],
    [texts.company, signer.company ?? '—'],
    [texts.edrpou, signer.edrpou ?? texts.noEdrpou],
    [texts.signedAt, signedAt === null ? '—' : formatDateTime(signedAt, locale)],
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
      {(edrpou === 'different' || edrpou === 'missing') && (
        <p className="font-medium text-wait-text">{texts[edrpou]}</p>
      )}
    </>
  )
}
