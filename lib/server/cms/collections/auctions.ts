import type { ArrayField, CollectionConfig, Field, JSONField, NumberField, TextField, ValidateOptions } from 'payload'
import { number } from 'payload/shared'
import type { LotDocument } from '@/lib/contract/auctions'
import {
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
import { paymentPlan as validPlan } from '@/lib/contract/payment-plan'
import { day as validDay } from '@/lib/contract/primitives'
import { LOT_LABELS } from '@/lib/i18n/lot-labels'
import {
  file,
  languageSelect,
  localizedText,
  localizedTextarea,
  names,
  relationship,
  select,
  localized,
  type LocalizedText,
} from '@/lib/server/cms/fields/basic-fields'
import { asEdrpou, asIban, decimalField, instantField } from '@/lib/server/cms/fields/checked-fields'
import { slugField } from '@/lib/server/cms/fields/slug'
import { MESSAGES, translate } from '@/lib/server/cms/translations'
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

const COUNT_DEFAULTS: Record<LotCountName, number> = { minimum_participants: 1, extension_minutes: 3 }
/** Times that must be in the future when the lot is published. */
const FUTURE_TIMES: readonly LotTimeName[] = ['application_deadline', 'starts_at', 'deposit_deadline']
const INDEXED: readonly LotTimeName[] = ['starts_at', 'ends_at']

function decimal(name: LotDecimalName) {
  return decimalField({
    name,
    places: placesOf(name),
    required: isRequired(name),
    label: label(name),
    fault: (data, req) => lotFault(name, data, req),
  })
}

function instant(name: LotTimeName) {
  return instantField({
    name,
    required: isRequired(name),
    index: INDEXED.includes(name),
    label: label(name),
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

const paymentPlan: JSONField = {
  name: 'payment_plan',
  type: 'json',
  label: label('payment_plan'),
  validate: (value: unknown, { data, req }: Pick<ValidateOptions<unknown, unknown, object, unknown>, 'data' | 'req'>) =>
    value !== null && value !== undefined && !validPlan.safeParse(value).success
      ? translate(req, 'invalidLot')
      : (lotFault('payment_plan', data, req) ?? true),
}

function text(name: LotTextName): Field {
  const field = LOT_FIELDS[name].lines > 2 ? localizedTextarea : localizedText
  return field(name, label(name), { required: isRequired(name) })
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
  fields: [
    select(
      'kind',
      localized('documentType'),
      labelled<LotDocument['kind']>((labels) => labels.documents),
    ),
    languageSelect(localized('documentLanguage')),
    file({ filterOptions: { mimeType: { equals: 'application/pdf' } } }, localized('pdfFile')),
  ],
}

/** The fields of lib/contract/lot-fields.ts (R1.1), and a lot's number, category, address and documents. */
const auctionFields: Field[] = [
  ...LOT_TEXTS.map(text),
  ...LOT_DECIMALS.map(decimal),
  ...LOT_TIMES.map(instant),
  ...LOT_COUNTS.map(count),
  ...LOT_LINES.map(line),
  ...LOT_DAYS.map(day),
  paymentPlan,
  visibility,
  { name: 'automatic_bids', type: 'checkbox', defaultValue: false, label: label('automatic_bids') },
  {
    name: 'outside_hours_confirmed',
    type: 'checkbox',
    defaultValue: false,
    label: localized('outsideWorkingHours'),
  },
  documents,
  {
    name: 'number',
    type: 'number',
    unique: true,
    index: true,
    label: localized('auctionNumber'),
    access: { create: () => false, update: () => false },
  },
  relationship('category', 'categories', localized('category'), { required: true, index: true }),
  slugField(null, { beside: true }),
]

/** The lots (R1.1), public once published. The events of an auction are recorded elsewhere. */
export const Auctions: CollectionConfig = {
  slug: 'auctions',
  labels: names(localized('auction'), localized('auctions')),
  defaultSort: '-starts_at',
  admin: { useAsTitle: 'title', hidden: true },
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
