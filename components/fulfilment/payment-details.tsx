import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { buttonLook } from '@/components/ui/button'
import { useCopy } from '@/components/ui/copy'
import type { Fulfilment } from '@/lib/contract/fulfilment'

type Payment = NonNullable<Fulfilment['invoices'][number]['payment']>

interface PaymentDetailsProps {
  payment: Payment
  /** The missing sum in words of the language. */
  missing: string
}

/** How to pay an invoice: the code for banking apps, and the details to copy. */
export function PaymentDetails({ payment, missing }: PaymentDetailsProps) {
  const t = useTranslations('Fulfilment.invoices')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="w-full" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold text-link">{t('howToPay')}</summary>
      {isOpen && (
        <div className="flex flex-wrap items-start gap-4 pt-3">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(payment.qr_svg)}`}
            alt={t('scan')}
            width={148}
            height={148}
            className="rounded-md bg-white"
          />
          <dl className="grid min-w-0 flex-1 basis-56 gap-2">
            <Detail label={t('toPay')} value={missing} copied={missing} />
            <Detail label={t('recipient')} value={payment.recipient} copied={payment.recipient} />
            <Detail label="IBAN" value={payment.iban} copied={payment.iban.replaceAll(' ', '')} />
            <Detail label={t('purpose')} value={payment.purpose} copied={payment.purpose} />
            <a className={buttonLook({ tone: 'outline', size: 'sm' }, 'w-max')} href={payment.url} rel="noopener">
              {t('open')}
            </a>
          </dl>
        </div>
      )}{' '}
    </details>
  )
}

function Detail({ label, value, copied }: { label: string; value: string; copied: string }) {
  const t = useTranslations('Fulfilment.invoices')
  const { copied: isCopied, copy } = useCopy(copied)
  return (
    <div className="min-w-0">
      <dt className="text-fine text-soft">{label}</dt>
      <dd className="flex flex-wrap items-baseline justify-between gap-x-3 break-words text-text">
        <span className="numbers min-w-0 wrap-anywhere">{value}</span>
        {copy !== null && (
          <button type="button" className="min-h-8 text-fine font-semibold text-link underline" onClick={copy}>
            {isCopied ? t('copied') : t('copy')}
            <span className="sr-only"> {label}</span>
          </button>
        )}
      </dd>
    </div>
  )
}
