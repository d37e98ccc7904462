import type { ArrayField, CollectionConfig, Field, NumberField, TextField, ValidateOptions } from 'payload'
import { number } from 'payload/shared'
import type { LotDocument } from '@/lib/contract/auctions'
import {
  isOfDeposit,
  isRequired,
  LOT_COUNTS,
  LOT_DAYS,
  type LotDayName,
  LOT_DECIMALS,
  LOT_FIELDS,
  LOT_LINES,
  LOT_TEXTS,
  LOT_TIMES,
  type LotCountName,
  type LotDecimalName,
  type LotFieldName,
  type LotLineName,
  type LotTerms,
  type LotTextName,
  type LotTimeName,
  placesOf,
} from '@/lib/contract/lot-fields'
import { day as validDay } from '@/lib/contract/primitives'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import {
  file,
  languageSelect,
  localizedText,
  localizedTextarea,
  names,
  relationship,
  row,
  select,
  sidebar,
  localized,
  type LocalizedText,
} from '@/lib/server/cms/fields/basic-fields'
import { asEdrpou, asIban, decimalField, instantField } from '@/lib/server/cms/fields/checked-fields'
import { slugField } from '@/lib/server/cms/fields/slug'
import { type FieldTextKey, MESSAGES, translate } from '@/lib/server/cms/translations'
import {
  completeLot,
  lotFault,
  pastFault,
  refuseDeletingFrozen,
  refuseEditingFrozen,
  refuseMovingPublished,
} from '@/lib/server/cms/hooks/lots'
import { only, openTo, publishedLots, TRADE_ROLES } from '@/lib/server/cms/access'
import {
  announceAuction,
  announceChange,
  announceDelete,
  markDraftSaves,
  publishByDefault,
} from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'

const UNITS = { price: 'uahWithVat', time: 'kyivTime', minutes: 'minutesShort' } as const

/** The label on the site and in documents, with a unit. */
function label(name: LotFieldName): LocalizedText {
  const { kind } = LOT_FIELDS[name]
  const labelIn = (language: keyof LocalizedText) => {
    const text = LOT_LABELS[language].fields[name]
    return kind in UNITS ? `${text} (${MESSAGES[language].portal[UNITS[kind as keyof typeof UNITS]]})` : text
  }
  return { uk: labelIn('uk'), en: labelIn('en'), ru: labelIn('ru') }
}

const HINTS: Partial<Record<LotFieldName, FieldTextKey>> = {
  maximum_step: 'maximumStepHint',
  application_deadline: 'applicationDeadlineHint',
  question_deadline: 'questionDeadlineHint',
  hard_end_at: 'hardEndAtHint',
  deposit_rate: 'depositRateHint',
  deposit_deadline: 'depositDeadlineHint',
}
const EXAMPLES: Partial<Record<LotDecimalName, string>> = {
  minimum_step: '50.00',
  maximum_step: '1500.00',
  minimum_quantity: '20.000',
  quantity_step: '10.000',
  deposit_rate: '3.00',
}
const COUNT_DEFAULTS: Record<LotCountName, number> = { minimum_participants: 1, extension_minutes: 3 }
/** Times that must be in the future when the lot is published. */
const FUTURE_TIMES: readonly LotTimeName[] = ['application_deadline', 'starts_at', 'deposit_deadline']
const INDEXED: readonly LotTimeName[] = ['starts_at', 'ends_at']

function hint(name: LotFieldName): LocalizedText | undefined {
  const key = HINTS[name]
  return key && localized(key)
}

function decimal(name: LotDecimalName) {
  return decimalField({
    name,
    places: placesOf(name),
    example: EXAMPLES[name],
    required: isRequired(name),
    label: label(name),
    description: hint(name),
    fault: (data, req) => lotFault(name, data, req),
  })
}

function instant(name: LotTimeName) {
  return instantField({
    name,
    required: isRequired(name),
    index: INDEXED.includes(name),
    label: label(name),
    description: hint(name),
    fault: async (data, req, id) =>
      lotFault(name, data, req) ?? (FUTURE_TIMES.includes(name) ? pastFault(name, data, { id, req }) : null),
  })
}

function count(name: LotCountName): NumberField {
  return {
    name,
    type: 'number',
    required: true,
    min: 1,
    max: LOT_FIELDS[name].maximum,
    defaultValue: COUNT_DEFAULTS[name],
    label: label(name),
    admin: { step: 1 },
    validate: (value, options) => {
      const verdict = number(value, options)
      return verdict === true ? (lotFault(name, options.data, options.req) ?? true) : verdict
    },
  }
}

/** A line of the account for deposits. */
function line(name: LotLineName): TextField {
  return {
    name,
    type: 'text',
    maxLength: 140,
    label: label(name),
    hooks: name === 'deposit_iban' ? asIban.hooks : name === 'deposit_edrpou' ? asEdrpou.hooks : {},
    validate: (
      _value: unknown,
      { data, req }: Pick<ValidateOptions<unknown, unknown, object, unknown>, 'data' | 'req'>,
    ) => lotFault(name, data, req) ?? true,
  }
}

function day(name: LotDayName): TextField {
  return {
    name,
    type: 'text',
    label: label(name),
    validate: (
      value: string | null | undefined,
      { data, req }: Pick<ValidateOptions<unknown, unknown, object, string>, 'data' | 'req'>,
    ) =>
      value && !validDay.safeParse(value).success ? translate(req, 'chooseDate') : (lotFault(name, data, req) ?? true),
  }
}

const isLong = (name: LotTextName) => LOT_FIELDS[name].lines > 2
const LONG_TEXTS = LOT_TEXTS.filter(isLong)
const SHORT_TEXTS = LOT_TEXTS.filter((name) => name !== 'title' && !isLong(name))

function text(name: LotTextName): Field {
  const field = isLong(name) ? localizedTextarea : localizedText
  return field(name, label(name), { required: isRequired(name) })
}

function inRows(fields: readonly Field[]): Field[] {
  return fields.flatMap((field, index) =>
    index % 2 === 0 ? [row(...[field, ...fields.slice(index + 1, index + 2)])] : [],
  )
}

function labelled<Key extends string>(
  of: (labels: (typeof LOT_LABELS)['uk']) => Record<Key, string>,
): Record<Key, LocalizedText> {
  const { uk, en, ru } = LOT_LABELS
  const keys = Object.keys(of(uk)) as Key[]
  return Object.fromEntries(keys.map((key) => [key, { uk: of(uk)[key], en: of(en)[key], ru: of(ru)[key] }])) as Record<
    Key,
    LocalizedText
  >
}

const visibility = select(
  'visibility',
  label('visibility'),
  labelled<LotTerms['visibility']>((labels) => labels.visibility),
  { defaultValue: 'open' },
)

/**
 * Documents that buyers read before they apply. The audit trail and the versions record every change after publication.
 */
const documents: ArrayField = {
  name: 'documents',
  type: 'array',
  maxRows: 20,
  label: localized('lotDocuments'),
  labels: names(localized('document'), localized('documents')),
  admin: { description: localized('documentsHint') },
  fields: [
    row(
      select(
        'kind',
        localized('documentType'),
        labelled<LotDocument['kind']>((labels) => labels.documents),
      ),
      languageSelect(localized('documentLanguage')),
    ),
    file({ filterOptions: { mimeType: { equals: 'application/pdf' } } }, localized('pdfFile')),
  ],
}

const isOfLot = (name: LotFieldName) => !isOfDeposit(name)

/** The fields of lib/contract/lot-fields.ts (R1.1), and a lot's number, category, address and documents. */
const auctionFields: Field[] = [
  text('title'),
  {
    type: 'tabs',
    tabs: [
      { label: localized('lot'), fields: inRows(LOT_DECIMALS.filter(isOfLot).map(decimal)) },
      {
        label: localized('timeAndRules'),
        fields: [
          ...inRows(LOT_TIMES.filter(isOfLot).map(instant)),
          row(...LOT_COUNTS.map(count), visibility),
          { name: 'automatic_bids', type: 'checkbox', defaultValue: false, label: label('automatic_bids') },
          {
            name: 'outside_hours_confirmed',
            type: 'checkbox',
            defaultValue: false,
            label: localized('outsideWorkingHours'),
            admin: { description: localized('workingHoursExample') },
          },
        ],
      },
      {
        label: localized('terms'),
        fields: [...LONG_TEXTS.map(text), ...inRows(SHORT_TEXTS.map(text)), ...LOT_DAYS.map(day)],
      },
      {
        label: localized('deposit'),
        fields: inRows([
          ...LOT_DECIMALS.filter(isOfDeposit).map(decimal),
          ...LOT_TIMES.filter(isOfDeposit).map(instant),
          ...LOT_LINES.map(line),
        ]),
      },
      { label: localized('documents'), fields: [documents] },
    ],
  },
  {
    name: 'number',
    type: 'number',
    unique: true,
    index: true,
    label: localized('auctionNumber'),
    access: { create: () => false, update: () => false },
    admin: { ...sidebar, readOnly: true },
  },
  relationship('category', 'categories', localized('category'), {
    required: true,
    index: true,
    admin: { ...sidebar, allowCreate: false },
  }),
  slugField(null, { beside: true }),
]

/** The lots (R1.1), public once published. The events of an auction are recorded elsewhere. */
export const Auctions: CollectionConfig = {
  slug: 'auctions',
  labels: names(localized('auction'), localized('auctions')),
  defaultSort: '-starts_at',
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['number', 'title', 'category', 'volume', 'starting_price', 'starts_at', '_status'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['title', 'slug'],
    hidden: true,
  },
  access: { ...openTo(TRADE_ROLES), read: publishedLots, readVersions: only(TRADE_ROLES) },
  versions: { drafts: true, maxPerDoc: 50 },
  hooks: {
    beforeOperation: [publishByDefault, markDraftSaves],
    beforeValidate: [completeLot],
    beforeChange: [refuseEditingFrozen, refuseMovingPublished],
    beforeDelete: [refuseDeletingFrozen],
    afterChange: [announceChange, auditChange, announceAuction],
    afterDelete: [announceDelete, auditDelete],
  },
  fields: auctionFields,
}
