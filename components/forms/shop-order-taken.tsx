import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'

export interface OrderTakenProps {
  number: number
  email: string
  onAnother: () => void
}

/** After an order: its number, and what happens next. */
export function OrderTaken({ number, email, onAnother }: OrderTakenProps) {
  const t = useTranslations('Shop.taken')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4 py-4" role="status">
      <CircleCheck aria-hidden className="size-12 text-go-mark" />
      <h3 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {t('title', { number: String(number) })}
      </h3>
      <ol className="grid list-decimal gap-2 pl-5 text-soft marker:text-link">
        <li>{t('letter', { email })}</li>
        <li>{t('call')}</li>
        <li>{t('agreement')}</li>
      </ol>
      <Button tone="outline" onClick={onAnother}>
        {t('another')}
      </Button>
    </div>
  )
}
