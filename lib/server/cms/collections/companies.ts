import type { CollectionConfig } from 'payload'
import { TRADE_ROLES, hiddenExcept, nobody, openTo } from '@/lib/server/cms/access'
import {
  languageSelect,
  names,
  RAW_MATERIALS,
  row,
  select,
  sidebar,
  text,
  words,
} from '@/lib/server/cms/fields/basic-fields'
import {
  lowerCase,
  upperCase,
  validateEdrpou,
  validateEic,
  validateIban,
  validatePhone,
} from '@/lib/server/cms/fields/checked-fields'
import { announceChange } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'

const half = { width: '50%' }

/**
 * The editable data of the buyers' accounts. An account comes into being by registering, and is never deleted;
 * whether it is confirmed or deactivated is derived from the recorded decisions, so no field says it here.
 */
export const Companies: CollectionConfig = {
  slug: 'companies',
  labels: names(words('company'), words('companies')),
  defaultSort: '-createdAt',
  admin: {
    useAsTitle: 'company_short_name',
    defaultColumns: ['company_short_name', 'edrpou', 'email', 'phone', 'auction_kind', 'createdAt'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['company_name', 'company_short_name', 'edrpou', 'email'],
    group: false,
    hidden: hiddenExcept(TRADE_ROLES),
  },
  access: { ...openTo(TRADE_ROLES), create: nobody, delete: nobody },
  hooks: { afterChange: [announceChange, auditChange] },
  fields: [
    {
      name: 'account',
      type: 'ui',
      admin: { components: { Field: '@/app/(cms)/office/views#CompanyAccountField' } },
    },
    text('company_name', words('fullCompanyName'), {
      admin: { width: '100%' },
    }),
    text('company_short_name', words('officialShortName'), { admin: half }),
    row(
      text('edrpou', words('edrpouCode'), { index: true, validate: validateEdrpou }),
      text('eic', words('eicCode'), {
        validate: validateEic,
        hooks: { beforeValidate: [upperCase] },
      }),
    ),
    text('iban', words('iban'), {
      validate: validateIban,
      hooks: { beforeValidate: [upperCase] },
      admin: half,
    }),
    row(
      text('surname', words('surname')),
      text('name', words('givenName')),
      text('patronymic', words('patronymic'), { required: false }),
    ),
    row(
      {
        // A new address counts once its link is opened, so that only the account itself can change it.
        name: 'email',
        type: 'email',
        required: true,
        unique: true,
        label: words('email'),
        access: { update: nobody },
        hooks: { beforeValidate: [lowerCase] },
      },
      text('phone', words('phone'), { validate: validatePhone }),
    ),
    select(
      'auction_kind',
      words('auctionKind'),
      { ...RAW_MATERIALS, all: words('all') },
      { defaultValue: 'all', admin: sidebar },
    ),
    languageSelect(words('emailLanguage'), { admin: sidebar }),
  ],
}
