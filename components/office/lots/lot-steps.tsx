'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { AskDialog } from '@/components/office/ask-dialog'
import { DateField } from '@/components/office/date-field'
import { FaultNotice, ActionLink, MutedText, Panel, Sheet } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { api } from '@/lib/api/browser'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Checkbox, TextAreaField, TextField } from '@/components/ui/field'
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
import { formatDateTime, formatWeekdayTime, writeDecimal } from '@/lib/i18n/formats'
import type { StoredDocument } from './lot-draft'
import {
  DOCUMENT_KINDS,
  fromKyivLocal,
  gapsOf,
  type LotForm,
  missingDocuments,
  readDecimal,
  type Step,
  STEPS,
  timesOf,
} from './lot-form'

interface StepListProps {
  current: Step
  isOpen: (step: Step) => boolean
  onChoose: (step: Step) => void
}

export function StepList({ current, isOpen, onChoose }: StepListProps) {
  const { t } = useOfficeText()
  return (
    <ol className="flex flex-wrap gap-2" aria-label={t('steps')}>
      {STEPS.map((name, index) => (
        <li key={name}>
          <button
            type="button"
            aria-current={name === current ? 'step' : undefined}
            disabled={!isOpen(name)}
            onClick={() => onChoose(name)}
            className={classNames(
              'min-h-9 rounded-full border border-line-strong px-3.5 py-1.5 text-small disabled:opacity-55',
              name === current ? 'border-action bg-own font-semibold' : 'bg-surface hover:bg-hover',
            )}
          >
            {index + 1}. {t(`step_${name}`)}
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
const ALIGNED_FIELDS =
  'grid grid-cols-1 items-start gap-x-4 *:row-span-4 *:grid-rows-subgrid *:pb-4 [&>div>:first-child]:self-end'

const isOfLot = (name: LotFieldName) => !isOfDeposit(name)

interface FieldsProps {
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

/** Rate, deadline and account of the deposit; without a rate there is none (R11.1). */
export function DepositFields({ form, faults, onChange }: FieldsProps) {
  const { t } = useOfficeText()
  const hasDeposit = /[1-9]/.test(form.deposit_rate)
  return (
    <fieldset className={classNames(ALIGNED_FIELDS, 'border-t border-line pt-4 sm:grid-cols-2 xl:grid-cols-3')}>
      <legend className="sr-only">{t('lot_deposit_rate')}</legend>
      <TextField
        label={t('lot_deposit_rate')}
        aside="%"
        hint={t('depositHint')}
        inputMode="decimal"
        value={form.deposit_rate}
        error={faults.deposit_rate}
        onChange={(event) => onChange({ deposit_rate: event.target.value })}
      />
      {hasDeposit && (
        <>
          <DateField
            label={t('lot_deposit_deadline')}
            aside={t('kyivTime')}
            withTime
            value={form.deposit_deadline}
            error={faults.deposit_deadline}
            onChange={(value) => onChange({ deposit_deadline: value })}
          />
          {LOT_LINES.map((name) => (
            <TextField
              key={name}
              label={t(`lot_${name}`)}
              maxLength={140}
              value={form[name]}
              error={faults[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          ))}
        </>
      )}
    </fieldset>
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
        {LOT_TIMES.filter(isOfLot).map((name) => (
          <DateField
            key={name}
            label={t(`lot_${name}`)}
            aside={t('kyivTime')}
            withTime
            value={form[name]}
            error={faults[name]}
            onChange={(value) => onChange({ [name]: value })}
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

/** The three languages side by side, with missing texts marked. */
export function TextFields({ form, faults, onChange }: FieldsProps) {
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
    </div>
  )
}

interface DocumentsProps {
  lotId: number
  documents: readonly StoredDocument[]
  onChanged: () => void
}

/** The documents of the lot by kind, with missing kinds marked. They are added in the lot's form, which opens in another tab. */
export function LotDocuments({ lotId, documents, onChanged }: DocumentsProps) {
  const { t } = useOfficeText()
  const readAgain = useEffectEvent(onChanged)
  useEffect(() => {
    // The manager has returned from that tab.
    const back = () => readAgain()
    window.addEventListener('focus', back)
    return () => window.removeEventListener('focus', back)
  }, [])
  const missing = missingDocuments(documents)
  return (
    <Panel
      title={t('lotDocuments')}
      actions={
        <ActionLink tone="outline" href={`/office/auctions/${lotId}`} target="_blank">
          {t('lotDocumentsForm')}
        </ActionLink>
      }
    >
      <MutedText>{t('lotDocumentsHint')}</MutedText>
      <ul className="grid gap-2">
        {DOCUMENT_KINDS.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-semibold">{t(`document_${kind}`)}</span>
            {missing.includes(kind) && <Pill tone="wait">{t('lotDocumentMissing')}</Pill>}
            {documents
              .filter((document) => document.kind === kind)
              .map(({ name, url, language }) => (
                <a
                  key={`${url} ${language}`}
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  className="text-small text-link underline underline-offset-3"
                >
                  {name} ({LANGUAGE_NAMES[language]})
                </a>
              ))}
          </li>
        ))}
      </ul>
    </Panel>
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
  busy: boolean
  onClose: () => void
  onAnswer: () => void
  form: LotForm
  /** Languages in which a text is missing. */
  gaps: readonly Language[]
  /** Kinds of documents of which the lot has none. */
  absent: readonly LotDocument['kind'][]
}

/** Confirms the publication, with the main terms and everything that is missing. */
export function PublishQuestion({ form, gaps, absent, ...props }: PublishProps) {
  const { t, locale } = useOfficeText()
  const { uk: ukrainian, [locale]: title = ukrainian } = form.title
  const start = fromKyivLocal(form.starts_at)
  const shown = (name: LotDecimalName) => writeDecimal(readDecimal(form, name) ?? '', locale) || form[name]
  return (
    <AskDialog title={t('publishTitle')} text={t('publishText')} verb={t('publish')} {...props}>
      <p className="break-words font-semibold">{title || ukrainian}</p>
      <Sheet
        rows={[
          [t('lot_volume'), `${shown('volume')} ${form.unit}`],
          [t('lot_starting_price'), `${shown('starting_price')} ${t('pricePerUnit', { unit: form.unit })}`],
          [t('lot_starts_at'), start === null ? '—' : formatDateTime(start, locale)],
        ]}
      />
      {gaps.length > 0 && <Notice tone="wait">{t('publishGaps', { languages: gaps.join(', ') })}</Notice>}
      {absent.length > 0 && (
        <Notice tone="wait">
          {t('publishWithoutDocuments', { documents: absent.map((kind) => t(`document_${kind}`)).join(', ') })}
        </Notice>
      )}
    </AskDialog>
  )
}
