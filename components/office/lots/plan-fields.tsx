import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { MutedText } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { planFaultKey } from '@/lib/contract/lot-fields'
import { toPriceString } from '@/lib/domain/money'
import { MAX_PLAN, type PlanFault, planFaults, WHOLE_SHARE } from '@/lib/domain/payment-plan'
import { formatMonth, formatPercent } from '@/lib/i18n/formats'
import { planOf } from './lot-form'
import { ALIGNED_FIELDS, type FieldsProps } from './lot-steps'
import { type PartForm, type PlanForm, PRESETS, shareLeft, typedPlan } from './plan-form'

const DUE_FROM = ['in_force', 'before_shipment', 'after_act'] as const
const PENALTIES = ['none', 'daily', 'double_rate'] as const
const PRESET_NAMES = ['advance', 'after_act'] as const
const MONTHS_AHEAD = 18

/** The payment plan (R16.1): parts whose shares give the whole, tolerance, penalty and months of shipment. */
export function PlanFields({ form, faults, onChange }: FieldsProps) {
  const { t, locale } = useOfficeText()
  const tFault = useTranslations('Lot.faults')
  const errorId = useId()
  const typed = form.payment_plan
  const plan = planOf(form)
  const found = faults.payment_plan === undefined ? [] : planFaults(plan)
  const errorOf = (fault: PlanFault) => (found.includes(fault) ? tFault(planFaultKey(fault)) : undefined)
  const change = (changes: Partial<PlanForm>) => onChange({ payment_plan: { ...typed, ...changes } })
  const changePart = (index: number, changes: Partial<PartForm>) =>
    change({ parts: typed.parts.map((part, at) => (at === index ? { ...part, ...changes } : part)) })
  const left = shareLeft(plan)
  const percent = (share: number) => formatPercent(toPriceString(share), locale)
  const newPart = typedPlan({ ...plan, parts: [{ ...PRESETS.after_act[1], share: Math.max(left, 0) }] }, locale).parts
  // What belongs to none of the fields: the sum of the shares, or what the server found.
  const error = errorOf('shares_sum') ?? (found.length === 0 ? faults.payment_plan : errorOf('parts'))
  const months = monthsFrom(form.starts_at.slice(0, 7))
  const options = (chosen: string, empty: string) => [
    { value: '', label: empty },
    ...[...new Set(chosen === '' ? months : [chosen, ...months])]
      .sort()
      .map((value) => ({ value, label: formatMonth(value, locale, 'month') })),
  ]
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4" aria-describedby={errorId}>
      <legend className="float-left w-full text-h3 font-semibold">{t('lot_payment_plan')}</legend>
      <div className="clear-both flex flex-wrap items-center gap-2">
        <MutedText>{t('planPresets')}</MutedText>
        {PRESET_NAMES.map((name) => (
          <Button
            key={name}
            tone="outline"
            size="sm"
            onClick={() => change({ parts: typedPlan({ ...plan, parts: PRESETS[name] }, locale).parts })}
          >
            {t(`planPreset_${name}`)}
          </Button>
        ))}
      </div>
      <ul role="list" className="grid gap-3">
        {typed.parts.map((part, index) => (
          <li key={index}>
            <fieldset className="rounded-md border border-line p-3 pb-0">
              <legend className="px-1 text-small text-soft">{t('planPart', { number: index + 1 })}</legend>
              <div
                className={classNames(
                  ALIGNED_FIELDS,
                  'sm:grid-cols-2 xl:grid-cols-[8rem_minmax(0,1fr)_8rem_minmax(0,1fr)_auto]',
                )}
              >
                <TextField
                  label={t('planShare')}
                  aside="%"
                  inputMode="decimal"
                  value={part.share}
                  error={isWithin(plan.parts[index]?.share, 1, WHOLE_SHARE) ? undefined : errorOf('share')}
                  onChange={(event) => changePart(index, { share: event.target.value })}
                />
                <Select
                  label={t('planFrom')}
                  value={part.from}
                  options={DUE_FROM.map((value) => ({ value, label: t(`planFrom_${value}`) }))}
                  onValueChange={(value) =>
                    changePart(index, { from: DUE_FROM.find((from) => from === value), month: '' })
                  }
                />
                <TextField
                  label={t('planDays')}
                  inputMode="numeric"
                  value={part.days}
                  error={isWithin(plan.parts[index]?.days, 0, MAX_PLAN.days) ? undefined : errorOf('days')}
                  onChange={(event) => changePart(index, { days: event.target.value })}
                />
                {part.from === 'before_shipment' ? (
                  <Select
                    label={t('planMonth')}
                    value={part.month}
                    options={options(part.month, t('planFirstMonth'))}
                    error={part.month === '' && typed.from === '' ? errorOf('month') : undefined}
                    onValueChange={(month) => changePart(index, { month })}
                  />
                ) : (
                  <span className="max-xl:hidden" />
                )}
                <div>
                  <Button
                    tone="quiet"
                    size="sm"
                    disabled={typed.parts.length === 1}
                    aria-label={t('planRemove', { number: index + 1 })}
                    onClick={() => change({ parts: typed.parts.filter((_, at) => at !== index) })}
                  >
                    {t('removeDocument')}
                  </Button>
                </div>
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          tone="outline"
          size="sm"
          disabled={typed.parts.length >= MAX_PLAN.parts}
          onClick={() => change({ parts: [...typed.parts, ...newPart] })}
        >
          {t('planAdd')}
        </Button>
        <p role="status" className={classNames('numbers text-small', left === 0 ? 'text-go-text' : 'text-lose-text')}>
          {t('planSum', {
            sum: percent(WHOLE_SHARE - left),
            state: left === 0 ? 'whole' : left > 0 ? 'less' : 'more',
            left: percent(Math.abs(left)),
          })}
        </p>
      </div>
      <p id={errorId} role="alert" className={classNames('text-fine font-medium text-lose-text', !error && 'hidden')}>
        {error}
      </p>
      <div className={classNames(ALIGNED_FIELDS, 'sm:grid-cols-2 xl:grid-cols-3')}>
        <TextField
          label={t('planTolerance')}
          aside="± %"
          inputMode="decimal"
          value={typed.tolerance}
          error={errorOf('tolerance')}
          onChange={(event) => change({ tolerance: event.target.value })}
        />
        <Select
          label={t('planPenalty')}
          value={typed.penalty}
          options={PENALTIES.map((value) => ({ value, label: t(`planPenalty_${value}`) }))}
          onValueChange={(value) => change({ penalty: PENALTIES.find((kind) => kind === value) ?? 'none' })}
        />
        {typed.penalty === 'daily' && (
          <TextField
            label={t('planRate')}
            aside="%"
            inputMode="decimal"
            value={typed.rate}
            error={errorOf('penalty')}
            onChange={(event) => change({ rate: event.target.value })}
          />
        )}
        <Select
          label={t('planShipmentFrom')}
          value={typed.from}
          options={options(typed.from, t('planNoMonth'))}
          error={errorOf('month')}
          onValueChange={(from) => change({ from })}
        />
        <Select
          label={t('planShipmentUntil')}
          value={typed.until}
          options={options(typed.until, t('planNoMonth'))}
          onValueChange={(until) => change({ until })}
        />
      </div>
    </fieldset>
  )
}

const isWithin = (value = -1, least: number, most: number) => value >= least && value <= most

/** From the month of the auction, or the present one. */
function monthsFrom(first: string): string[] {
  const begin = Date.parse(`${first}-15T12:00:00Z`)
  const day = new Date(Number.isNaN(begin) ? Date.now() : begin)
  return Array.from({ length: MONTHS_AHEAD }, (_, ahead) =>
    new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + ahead, 15)).toISOString().slice(0, 'YYYY-MM'.length),
  )
}
