import { useOfficeText } from '@/components/office/office-text'
import type { Undelivered } from '@/lib/contract/manager-auctions'
import { formatPhone, formatShortDateTime } from '@/lib/i18n/formats'

/** A letter with a term has not arrived: whom to call. */
export function UndeliveredNote({ letter }: { letter: Undelivered | null }) {
  const { t, locale } = useOfficeText()
  if (letter === null) return null
  const { since, final, emails, reached, phone } = letter
  return (
    <span className="w-full break-words text-small text-lose-text">
      {t(reached > 0 ? 'emailNotEverywhere' : final ? 'emailRefused' : 'emailLate', {
        emails: emails.join(', '),
        at: formatShortDateTime(since, locale),
      })}{' '}
      <a href={`tel:${phone}`} className="whitespace-nowrap underline">
        {formatPhone(phone)}
      </a>
    </span>
  )
}
