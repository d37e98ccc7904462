import { Check } from 'lucide'
import { useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { Agreement } from '@/lib/contract/cabinet'

const STEPS = ['won', 'terms', 'buyer', 'organiser'] as const

/** How many steps from the win to an agreement in force are done. */
export function stepsDone({ status, awaits }: Pick<Agreement, 'status' | 'awaits'>): number {
  switch (status) {
    case 'awaiting_signature':
      return awaits === 'none' ? 2 : 1
    case 'signed_by_buyer':
      return 3
    case 'current':
    case 'archived':
      return STEPS.length
    default:
      return status satisfies never
  }
}

interface AgreementTrackProps {
  agreement: Pick<Agreement, 'status' | 'awaits'>
  /** Dots without their names, in a row of a table. */
  isShort?: boolean
}

export function AgreementTrack({ agreement, isShort = false }: AgreementTrackProps) {
  const t = useTranslations('Cabinet.agreements.track')
  const done = stepsDone(agreement)
  if (isShort)
    return (
      <span role="img" aria-label={t('progress', { done, count: STEPS.length })} className="inline-flex gap-1">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={classNames(
              'h-1.5 w-3.5 rounded-full',
              index < done ? 'bg-go-mark' : index === done ? 'bg-wait-mark' : 'bg-bar-rest',
            )}
          />
        ))}
      </span>
    )
  return (
    <ol className="grid gap-x-4 gap-y-2 sm:grid-cols-4">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === done ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2 border-t-2 pt-2 text-small',
            index < done
              ? 'border-go-mark'
              : index === done
                ? 'border-wait-mark font-semibold'
                : 'border-line-strong text-soft',
          )}
        >
          {index < done && <Icon of={Check} className="size-4 shrink-0 text-go-text" />}
          {t(step)}
          {index < done && <span className="sr-only">{t('done')}</span>}
        </li>
      ))}
    </ol>
  )
}
