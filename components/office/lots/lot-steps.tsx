'use client'

import { Check } from 'lucide'
import { type ReactNode, useState } from 'react'
import { PlanLines } from '@/components/fulfilment/plan-lines'
import { FormDialog } from '@/components/forms/form-dialog'
import { DateField } from '@/components/office/date-field'
import { FaultNotice, MutedText, Panel } from '@/components/office/kit'
import { SpecSheet } from '@/components/ui/card'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { FileButton } from '@/components/signatures/agreement-signing'
import { api } from '@/lib/api/browser'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Checkbox, TextAreaField, TextField } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { Select } from '@/components/ui/select'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'
import type { LotDocument } from '@/lib/contract/auctions'
import {
  isOfDeposit,
  LOT_COUNTS,
  LOT_DAYS,
  LOT_DECIMALS,
  LOT_FIELDS,
  LOT_LINES,
  LOT_TEXTS,
  LOT_TIMES,
  type LotDecimalName,
  type LotFieldName,
} from '@/lib/contract/lot-fields'
import type { LotProposal } from '@/lib/contract/manager-auctions'
import { type CategoryKey, categoryKey, type Language } from '@/lib/contract/primitives'
import { formatDate, formatDateTime, formatWeekdayTime, writeDecimal } from '@/lib/i18n/formats'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import {
  DOCUMENT_KINDS,
  type FormDocument,
  fromKyivLocal,
  gapsOf,
  type LotForm,
  missingDocuments,
  moveStart,
  planOf,
  readDecimal,
  type Step,
  timesOf,
} from './lot-form'

interface StepListProps {
  steps: readonly Step[]
  current: Step
  isOpen: (step: Step) => boolean
  isDone: (step: Step) => boolean
  onChoose: (step: Step) => void
}

export function StepList({ steps, current, isOpen, isDone, onChoose }: StepListProps) {
  const { t } = useOfficeText()
  return (
    <ol className="flex flex-wrap gap-2" aria-label={t('steps')}>
      {steps.map((name, index) => (
        <li key={name}>
          <button
            type="button"
            aria-current={name === current ? 'step' : undefined}
            disabled={!isOpen(name)}
            onClick={() => onChoose(name)}
            className={classNames(
              'inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line-strong px-3.5 py-1.5 text-small disabled:opacity-55',
              name === current ? 'border-action bg-own font-semibold' : 'bg-surface hover:bg-hover',
            )}
          >
            {index + 1}. {t(`step_${name}`)}
            {isDone(name) && (
              <>
                <Icon of={Check} className="size-4 text-go-text" />
                <span className="sr-only">{t('stepDone')}</span>
              </>
            )}
          </button>
        </li>
      ))}
    </ol>
  )
}

interface KindProps {
  chosen: CategoryKey | null
  proposal: LotProposal | null
  busy: boolean
  onChoose: (category: CategoryKey) => void
}

/** The category of the lot, from which the first figures, texts and dates follow. */
export function KindStep({ chosen, proposal, busy, onChoose }: KindProps) {
  const { t } = useOfficeText()
  return (
    <Panel title={t('step_kind')}>
      <MutedText>{t('kindHint')}</MutedText>
      <div className="flex flex-wrap gap-3">
        {categoryKey.options.map((category) => (
          <Button
            key={category}
            tone={category === chosen ? 'primary' : 'outline'}
            aria-pressed={category === chosen}
            pending={busy}
            onClick={() => onChoose(category)}
          >
            {t(`kind_${category}`)}
          </Button>
        ))}
      </div>
      {proposal?.source && <SourceNote source={proposal.source} />}
    </Panel>
  )
}

/** The earlier lot whose figures and texts were copied. */
export function SourceNote({ source: { number, title } }: { source: NonNullable<LotProposal['source']> }) {
  const { t } = useOfficeText()
  return <MutedText>{t('takenFrom', { number, title })}</MutedText>
}

/** Fields in columns share the rows of their labels, controls, hints and errors, so that a label of two lines moves its neighbours too. */
export const ALIGNED_FIELDS =
  'grid grid-cols-1 items-start gap-x-4 *:row-span-4 *:grid-rows-subgrid *:pb-4 [&>div>:first-child]:self-end'

const isOfLot = (name: LotFieldName) => !isOfDeposit(name)

export interface FieldsProps {
  form: LotForm
  faults: Readonly<Record<string, string>>
  onChange: (changes: Partial<LotForm>) => void
}

/** Volume, prices and steps, each with its unit. */
export function NumberFields({ form, faults, onChange }: FieldsProps) {
  const { t } = useOfficeText()
  return (
    <div className={classNames(ALIGNED_FIELDS, 'sm:grid-cols-2 xl:grid-cols-3')}>
      {LOT_DECIMALS.filter(isOfLot).map((name) => (
        <TextField
          key={name}
          label={t(`lot_${name}`)}
          aside={LOT_FIELDS[name].kind === 'quantity' ? form.unit : t('pricePerUnit', { unit: form.unit })}
          hint={name === 'maximum_step' ? t('maximumStepHint') : undefined}
          inputMode="decimal"
          value={form[name]}
          error={faults[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
      {LOT_COUNTS.map((name) => (
        <TextField
          key={name}
          label={t(`lot_${name}`)}
          aside={LOT_FIELDS[name].kind === 'minutes' ? t('minutesShort') : undefined}
          // Not a number field, which a mouse wheel changes while the page is scrolled.
          inputMode="numeric"
          value={form[name]}
          error={faults[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
      <Select
        label={t('lot_visibility')}
        error={faults.visibility}
        value={form.visibility}
        options={(['open', 'closed'] as const).map((value) => ({ value, label: t(`visibility_${value}`) }))}
        onValueChange={(value) => onChange({ visibility: value === 'closed' ? 'closed' : 'open' })}
      />
      <Checkbox
        label={t('lot_automatic_bids')}
        checked={form.automatic_bids}
        error={faults.automatic_bids}
        onChange={(event) => onChange({ automatic_bids: event.target.checked })}
      />
    </div>
  )
}

const hasDeposit = (form: LotForm) => /[1-9]/.test(form.deposit_rate)

/** Rate and account of the deposit; without a rate there is none (R11.1). Its deadline is among the dates. */
export function DepositFields({ form, faults, onChange }: FieldsProps) {
  const { t } = useOfficeText()
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="float-left mb-3 w-full text-h3 font-semibold">{t('lot_deposit_rate')}</legend>
      <div className={classNames(ALIGNED_FIELDS, 'clear-both sm:grid-cols-2 xl:grid-cols-3')}>
        <TextField
          label={t('depositShort_deposit_rate')}
          aside="%"
          hint={t('depositHint')}
          inputMode="decimal"
          value={form.deposit_rate}
          error={faults.deposit_rate}
          onChange={(event) => onChange({ deposit_rate: event.target.value })}
        />
        {hasDeposit(form) &&
          LOT_LINES.map((name) => (
            <TextField
              key={name}
              label={t(`depositShort_${name}`)}
              maxLength={140}
              value={form[name]}
              error={faults[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          ))}
      </div>
    </fieldset>
  )
}

/** The values of fields that cannot be changed any more. */
export function FrozenFields({ form, kinds }: { form: LotForm; kinds: 'terms' | 'dates' }) {
  const { t, locale } = useOfficeText()
  const unitOf = (name: LotDecimalName) => {
    const { kind } = LOT_FIELDS[name]
    return kind === 'percent' ? '%' : kind === 'quantity' ? form.unit : t('pricePerUnit', { unit: form.unit })
  }
  const timeOf = (local: string) => {
    const instant = fromKyivLocal(local)
    return instant === null ? '' : formatDateTime(instant, locale)
  }
  const rows: (readonly [LotFieldName, ReactNode])[] =
    kinds === 'terms'
      ? [
          ...LOT_DECIMALS.map((name) => [name, form[name] && `${form[name]} ${unitOf(name)}`] as const),
          ...LOT_COUNTS.map((name) => [name, form[name]] as const),
          ['visibility', t(`visibility_${form.visibility}`)],
          ['automatic_bids', LOT_LABELS[locale].switch[`${form.automatic_bids}`]],
          ['payment_plan', <PlanLines key="plan" plan={planOf(form)} />],
          ...LOT_LINES.map((name) => [name, form[name]] as const),
        ]
      : [
          ...LOT_TIMES.map((name) => [name, timeOf(form[name])] as const),
          ...LOT_DAYS.map((name) => [name, form[name] && formatDate(`${form[name]}T12:00:00Z`, locale)] as const),
        ]
  return (
    <SpecSheet look="blocks" rows={rows.map(([name, value]) => value !== '' && ([t(`lot_${name}`), value] as const))} />
  )
}

/** The times in Kyiv, with days that fit into the working hours to choose from. */
export function DateFields({ form, faults, onChange, dates }: FieldsProps & { dates: LotProposal['dates'] }) {
  const { t, locale } = useOfficeText()
  return (
    <div className="grid gap-5">
      {dates.length > 0 && (
        <div className="grid gap-2">
          <p className="text-small text-soft">{t('proposedDates')}</p>
          <div className="flex flex-wrap gap-2">
            {dates.map((proposed) => {
              const times = timesOf(proposed)
              return (
                <Button
                  key={proposed.starts_at}
                  tone={times.starts_at === form.starts_at ? 'primary' : 'outline'}
                  size="sm"
                  aria-pressed={times.starts_at === form.starts_at}
                  onClick={() => onChange(times)}
                >
                  {formatWeekdayTime(proposed.starts_at, locale)}
                </Button>
              )
            })}
          </div>
        </div>
      )}
      <div className={classNames(ALIGNED_FIELDS, 'sm:grid-cols-2')}>
        {LOT_TIMES.filter((name) => isOfLot(name) || hasDeposit(form)).map((name) => (
          <DateField
            key={name}
            label={t(`lot_${name}`)}
            aside={t('kyivTime')}
            withTime
            value={form[name]}
            error={faults[name]}
            onChange={(value) => onChange(name === 'starts_at' ? moveStart(form, value) : { [name]: value })}
          />
        ))}
        {LOT_DAYS.map((name) => (
          <DateField
            key={name}
            label={t(`lot_${name}`)}
            hint={t('shipmentUntilHint')}
            value={form[name]}
            error={faults[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      <Checkbox
        label={t('outsideHours')}
        checked={form.outside_hours_confirmed}
        error={faults.outside_hours_confirmed}
        onChange={(event) => onChange({ outside_hours_confirmed: event.target.checked })}
      />
    </div>
  )
}

/** The three languages side by side, with missing texts marked. `hasAddress`: the page's address is final. */
export function TextFields({ form, faults, onChange, hasAddress }: FieldsProps & { hasAddress: boolean }) {
  const { t } = useOfficeText()
  return (
    <div className="grid gap-5">
      <ul className="flex flex-wrap gap-2">
        {LOCALES.map((language) => {
          const gaps = gapsOf(form, language)
          return (
            <li key={language}>
              <Pill tone={gaps === 0 ? 'go' : 'wait'}>
                {LANGUAGE_NAMES[language]}: {gaps === 0 ? t('textsWhole') : t('textsMissing', { count: gaps })}
              </Pill>
            </li>
          )
        })}
      </ul>
      {LOT_TEXTS.map((name) => (
        <fieldset key={name} className="grid gap-2">
          <legend className="px-0 pb-1 font-semibold">{t(`lot_${name}`)}</legend>
          <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-3">
            {LOCALES.map((language) => {
              const missing = form[name][language].trim() === ''
              return (
                <TextAreaField
                  key={language}
                  label={LANGUAGE_NAMES[language]}
                  aside={missing ? <span className="text-wait-text">{t('textMissing')}</span> : undefined}
                  error={language === 'uk' ? faults[name] : undefined}
                  lang={language}
                  rows={2}
                  style={{ minHeight: `calc(${LOT_FIELDS[name].lines}lh + 18px)` }}
                  className={classNames('field-sizing-content', missing && 'border-dashed border-wait-mark')}
                  value={form[name][language]}
                  onChange={(event) => onChange({ [name]: { ...form[name], [language]: event.target.value } })}
                />
              )
            })}
          </div>
        </fieldset>
      ))}
      {hasAddress ? (
        <SpecSheet look="blocks" rows={[[t('lotSlug'), form.slug]]} />
      ) : (
        <div className="max-w-xl">
          <TextField
            label={t('lotSlug')}
            hint={t('lotSlugHint')}
            maxLength={80}
            value={form.slug}
            error={faults.slug}
            onChange={(event) => onChange({ slug: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}

interface DocumentsProps extends Omit<FieldsProps, 'faults'> {
  busy: boolean
  onUpload: (file: File) => void
}

/** The documents that buyers read before they apply, with missing kinds marked. */
export function DocumentFields({ form, busy, onChange, onUpload }: DocumentsProps) {
  const { t } = useOfficeText()
  const missing = missingDocuments(form.documents)
  const change = (index: number, changes: Partial<FormDocument>) =>
    onChange({ documents: form.documents.map((each, at) => (at === index ? { ...each, ...changes } : each)) })
  return (
    <div className="grid gap-4">
      <MutedText>{t('lotDocumentsHint')}</MutedText>
      {missing.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {missing.map((kind) => (
            <li key={kind}>
              <Pill tone="wait">
                {t(`document_${kind}`)}: {t('lotDocumentMissing')}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      {form.documents.length === 0 && <MutedText>{t('noLotDocuments')}</MutedText>}
      <ul className="divide-y divide-line">
        {form.documents.map((document, index) => (
          <li
            key={`${document.file_id} ${index}`}
            className="grid items-end gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_12rem_10rem_auto]"
          >
            <a
              href={document.url}
              target="_blank"
              rel="noreferrer"
              className="min-w-0 py-2 text-small wrap-anywhere text-link underline underline-offset-3"
            >
              {document.name}
            </a>
            <Select
              label={t('documentKind')}
              value={document.kind}
              options={DOCUMENT_KINDS.map((kind) => ({ value: kind, label: t(`document_${kind}`) }))}
              onValueChange={(kind) => change(index, { kind: DOCUMENT_KINDS.find((each) => each === kind) })}
            />
            <Select
              label={t('language')}
              value={document.language}
              options={LOCALES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
              onValueChange={(language) => change(index, { language: LOCALES.find((each) => each === language) })}
            />
            <Button
              tone="quiet"
              size="sm"
              aria-label={`${t('removeDocument')}: ${document.name}`}
              onClick={() => onChange({ documents: form.documents.filter((_, at) => at !== index) })}
            >
              {t('removeDocument')}
            </Button>
          </li>
        ))}
      </ul>
      <span>
        <FileButton accept=".pdf,application/pdf" tone="outline" pending={busy} onFile={onUpload}>
          {t('addDocument')}
        </FileButton>
      </span>
    </div>
  )
}

interface PreviewProps {
  path: (language: Language) => string
  gaps: readonly Language[]
}

/** The page of the lot on the site, in each language. */
export function Preview({ path, gaps }: PreviewProps) {
  const { t, locale } = useOfficeText()
  const [language, setLanguage] = useState<Language>(locale)
  // Shows drafts on the site's own pages for two hours.
  const preview = useOfficeQuery(['lot preview'], async () => (await api.manager.lotPreview({})).data.secret)
  return (
    <Panel
      title={t('step_preview')}
      actions={LOCALES.map((name) => (
        <Button
          key={name}
          size="sm"
          tone={name === language ? 'primary' : 'outline'}
          aria-pressed={name === language}
          onClick={() => setLanguage(name)}
        >
          {LANGUAGE_NAMES[name]}
        </Button>
      ))}
    >
      {gaps.length > 0 && <Notice tone="wait">{t('publishGaps', { languages: gaps.join(', ') })}</Notice>}
      {preview.fault && <FaultNotice fault={preview.fault} onRetry={preview.refetch} />}
      {preview.data !== undefined && (
        <iframe
          key={language}
          title={t('step_preview')}
          src={`/admin/preview?${new URLSearchParams({ to: path(language), secret: preview.data })}`}
          className="h-[min(900px,80dvh)] w-full rounded-md border border-line bg-ground"
        />
      )}
    </Panel>
  )
}

interface PublishProps {
  pending: boolean
  onClose: () => void
  onAnswer: () => void
  form: LotForm
  /** Languages in which a text is missing. */
  gaps: readonly Language[]
  /** Kinds of documents of which the lot has none. */
  absent: readonly LotDocument['kind'][]
}

/** Confirms the publication, with the main terms and everything that is missing. */
export function PublishLotDialog({ form, gaps, absent, ...props }: PublishProps) {
  const { t, locale } = useOfficeText()
  const { uk: ukrainian, [locale]: title = ukrainian } = form.title
  const timeOf = (local: string) => {
    const instant = fromKyivLocal(local)
    return instant === null ? '—' : formatDateTime(instant, locale)
  }
  const shown = (name: LotDecimalName) => writeDecimal(readDecimal(form, name) ?? '', locale) || form[name]
  return (
    <FormDialog title={t('publishTitle')} text={t('publishText')} verb={t('publish')} cancel={t('keep')} {...props}>
      <p className="break-words font-semibold">{title || ukrainian}</p>
      <SpecSheet
        look="blocks"
        rows={[
          [t('lot_volume'), `${shown('volume')} ${form.unit}`],
          [t('lot_starting_price'), `${shown('starting_price')} ${t('pricePerUnit', { unit: form.unit })}`],
          [t('lot_minimum_step'), `${shown('minimum_step')} ${t('pricePerUnit', { unit: form.unit })}`],
          [t('lot_minimum_quantity'), `${shown('minimum_quantity')} ${form.unit}`],
          // Without one applications are accepted until the start (R1.1).
          [t('lot_application_deadline'), timeOf(form.application_deadline || form.starts_at)],
          [t('lot_starts_at'), timeOf(form.starts_at)],
          [t('lot_ends_at'), timeOf(form.ends_at)],
          form.hard_end_at !== '' && [t('lot_hard_end_at'), timeOf(form.hard_end_at)],
          hasDeposit(form) && [t('lot_deposit_rate'), `${shown('deposit_rate')} %`],
          hasDeposit(form) &&
            form.deposit_deadline !== '' && [t('lot_deposit_deadline'), timeOf(form.deposit_deadline)],
        ]}
      />
      {gaps.length > 0 && <Notice tone="wait">{t('publishGaps', { languages: gaps.join(', ') })}</Notice>}
      {absent.length > 0 && (
        <Notice tone="wait">
          {t('publishWithoutDocuments', { documents: absent.map((kind) => t(`document_${kind}`)).join(', ') })}
        </Notice>
      )}
    </FormDialog>
  )
}
