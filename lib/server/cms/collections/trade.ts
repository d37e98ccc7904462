import type { CollectionConfig, DateFieldValidation, PayloadRequest, TextField } from 'payload'
import { date } from 'payload/shared'
import { AGREEMENT_DETAILS, type AgreementDetail } from '@/lib/contract/agreement-details'
import { agreementDetails, spelledAs } from '@/lib/contract/company'
import type { CategoryKey } from '@/lib/contract/primitives'
import { CATEGORY_SLUGS } from '@/lib/i18n/reserved-slugs'
import { ADMIN_ROLES, CONTENT_ROLES, handledBy, nobody, only, openTo, TRADE_ROLES } from '@/lib/server/cms/access'
import { announcedAndAudited, shopMenu } from '@/lib/server/cms/collections/common'
import {
  day,
  languageSelect,
  localizedText,
  localizedTextarea,
  names,
  RAW_MATERIALS,
  relationship,
  row,
  select,
  sidebar,
  sortOrder,
  text,
  localized,
  virtualText,
} from '@/lib/server/cms/fields/basic-fields'
import { decimalField, emailField, asEdrpou, asEic, asIban, asPhone } from '@/lib/server/cms/fields/checked-fields'
import {
  queueSignableEmail,
  refuseEditingSigned,
  refuseStatusWithoutSignatures,
  termAccess,
  readAwaits,
  readSignatureStanding,
} from '@/lib/server/cms/hooks/agreements'
import { announceChange } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { type FieldTextKey, translate } from '@/lib/server/cms/translations'

interface Keyed {
  key?: CategoryKey
  slug?: string
}

function slugOf({ key, slug }: Keyed): string | undefined {
  return key === undefined ? slug : CATEGORY_SLUGS[key]
}

/** Kinds of raw material that are sold; each has an address under /auctions and a unit (R0.2). */
export const Categories: CollectionConfig = {
  slug: 'categories',
  labels: names(localized('auctionCategory'), localized('auctionCategories')),
  defaultSort: 'sort_order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'slug', 'unit', 'sort_order'],
    ...shopMenu,
  },
  access: {
    create: only(ADMIN_ROLES),
    read: only(CONTENT_ROLES),
    update: only(TRADE_ROLES),
    delete: nobody,
  },
  hooks: announcedAndAudited,
  fields: [
    localizedText('name', localized('name')),
    select('key', localized('rawMaterialName'), RAW_MATERIALS, { unique: true }),
    select('unit', localized('measure'), {
      tonne: localized('tonne'),
      thousand_m3: localized('thousandM'),
    }),
    row(
      localizedText('unit_label', localized('volumeLabel')),
      localizedText('price_unit_label', localized('priceLabel')),
    ),
    sortOrder,
    text('slug', localized('sectionAddress'), {
      unique: true,
      index: true,
      access: { create: () => false, update: () => false },
      hooks: { beforeValidate: [({ data, originalDoc }) => slugOf({ ...(originalDoc as Keyed), ...(data as Keyed) })] },
      admin: {
        ...sidebar,
        readOnly: true,
        description: localized('categoriesSlugHint'),
      },
    }),
  ],
}

/** The first owner's data, copied here by `portal.follow_contact`: only the owner changes them, in the account. */
const ofOwner = { access: { update: nobody } }

const DETAIL_LABELS = {
  tax_number: 'vatNumber',
  bank: 'bank',
  address: 'address',
  signatory: 'representedBy',
  authority: 'actingUnder',
} as const satisfies Record<AgreementDetail, FieldTextKey>

/** In the spelling of the site's own form; empty until an owner has entered it. */
function asDetail(name: AgreementDetail): Pick<TextField, 'validate' | 'hooks'> {
  const detail = agreementDetails[name]
  return {
    hooks: { beforeValidate: [({ value }): unknown => (typeof value === 'string' ? spelledAs(detail, value) : value)] },
    validate: (value: unknown, { req }: { req: PayloadRequest }) =>
      !value || detail.safeParse(value).success || translate(req, 'invalidLot'),
  }
}

/** The editable data of companies, which register themselves and are never deleted. Recorded decisions determine their status. */
export const Companies: CollectionConfig = {
  slug: 'companies',
  labels: names(localized('company'), localized('companies')),
  defaultSort: '-createdAt',
  admin: { useAsTitle: 'company_short_name', hidden: true },
  access: { ...openTo(TRADE_ROLES), create: nobody, delete: nobody },
  hooks: { afterChange: [announceChange, auditChange] },
  fields: [
    text('company_name', localized('fullCompanyName')),
    text('company_short_name', localized('officialShortName')),
    text('edrpou', localized('edrpouCode'), { index: true, ...asEdrpou }),
    text('eic', localized('eicCode'), asEic),
    text('iban', localized('iban'), asIban),
    ...AGREEMENT_DETAILS.map((name) =>
      text(name, localized(DETAIL_LABELS[name]), { required: false, ...asDetail(name) }),
    ),
    text('surname', localized('surname'), ofOwner),
    text('name', localized('givenName'), ofOwner),
    text('patronymic', localized('patronymic'), { required: false, ...ofOwner }),
    emailField(localized('email'), { unique: true, ...ofOwner }),
    text('phone', localized('phone'), { ...asPhone, ...ofOwner }),
    select(
      'auction_kind',
      localized('auctionKind'),
      { ...RAW_MATERIALS, all: localized('all') },
      { defaultValue: 'all' },
    ),
    languageSelect(localized('emailLanguage'), ofOwner),
  ],
}

const access = { update: nobody }
const term = { update: termAccess }

const notBeforeStart: DateFieldValidation = (value, options) => {
  const valid = date(value, options)
  const { starts_on: first } = options.data as { starts_on?: string | null }
  if (valid !== true || !value || !first || new Date(value) >= new Date(first)) return valid
  return translate(options.req, 'lastDayBeforeFirst')
}

/** One agreement per winner, created only by completing an auction (R8.2); its numbers are never edited (R8.1). */
export const Agreements: CollectionConfig = {
  slug: 'agreements',
  labels: names(localized('agreement'), localized('agreements')),
  defaultSort: '-createdAt',
  // A status that is selected alone is derived from the last day too, and goes with what was verified.
  forceSelect: { ends_on: true, unsettled: true, signatures: true },
  admin: { useAsTitle: 'number', hidden: true },
  access: handledBy(TRADE_ROLES),
  hooks: {
    beforeChange: [refuseStatusWithoutSignatures, refuseEditingSigned],
    afterChange: [auditChange, queueSignableEmail],
  },
  indexes: [{ fields: ['auction', 'company'], unique: true }],
  fields: [
    text('number', localized('number'), { unique: true, access }),
    localizedText('name', localized('name'), { access: term }),
    localizedTextarea('product', localized('soldProduct'), { access: term }),
    relationship('company', 'companies', localized('company'), { required: true, index: true, access }),
    relationship('auction', 'auctions', localized('auction'), { index: true, access }),
    decimalField({ name: 'quantity', places: 3, access, label: localized('volume') }),
    decimalField({ name: 'price', places: 2, access, label: localized('priceUahInclVat') }),
    decimalField({ name: 'sum', places: 2, digits: 18, access, label: localized('totalUahInclVat') }),
    decimalField({
      name: 'deposit',
      places: 2,
      digits: 18,
      required: false,
      access: term,
      label: localized('depositUah'),
    }),
    day('starts_on', localized('inForceFrom'), { access: term }),
    day('ends_on', localized('inForceUntil'), { access: term, validate: notBeforeStart }),
    select(
      'status',
      localized('status'),
      {
        awaiting_signature: localized('awaitingSignature'),
        signed_by_buyer: localized('signedByBuyer'),
        current: localized('current'),
        archived: localized('archived'),
      },
      { defaultValue: 'awaiting_signature', index: true },
    ),
    // By a trigger, while something is left to pay, ship or sign (R16.6): such an agreement is not archived on its last day.
    { name: 'unsettled', type: 'checkbox', defaultValue: false, access, admin: { hidden: true } },
    // The status that the office shows never says more than was verified.
    virtualText('signatures', readSignatureStanding),
    virtualText('awaits', readAwaits),
  ],
}
