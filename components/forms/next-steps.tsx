import { useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'

const STEPS = ['email', 'documents', 'manager', 'apply'] as const

/** The steps from registration to bidding, with the current one marked once there is one. */
export function NextSteps({ due }: { due?: (typeof STEPS)[number] }) {
  const t = useTranslations('Register')
  const current = due === undefined ? -1 : STEPS.indexOf(due)
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <h2 className="text-body font-semibold">{t('next')}</h2>
      <ol className="grid gap-3">
        {STEPS.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={classNames('flex gap-3 text-small', index !== current && 'text-soft')}
          >
            <span
              aria-hidden
              className={classNames(
                'numbers grid size-6 shrink-0 place-items-center rounded-full border text-fine font-semibold',
                index < current && 'border-go-mark bg-go text-go-text',
                index === current && 'border-action bg-action text-on-action',
                index > current && 'border-line-strong',
              )}
            >
              {index < current ? '✓' : index + 1}
            </span>
            <span className={index === current ? 'font-medium' : undefined}>{t(`steps.${step}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
