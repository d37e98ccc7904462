import type { GlobalConfig, TextField, TextFieldSingleValidation } from 'payload'
import { CONTENT_ROLES, only, TRADE_ROLES } from '@/lib/server/cms/access'
import { tradeMenu } from '@/lib/server/cms/collections/common'
import {
  image,
  localizedText,
  names,
  row,
  rowTitle,
  text,
  words,
  type Words,
} from '@/lib/server/cms/fields/basic-fields'
import {
  emailField,
  optional,
  upperCase,
  validateEdrpou,
  validateEic,
  validateIban,
  validateText,
} from '@/lib/server/cms/fields/checked-fields'
import { linksField } from '@/lib/server/cms/fields/links'
import { pageMetaGroup } from '@/lib/server/cms/fields/page-meta'
import { announceGlobalChange } from '@/lib/server/cms/hooks/announce-change'
import { auditGlobalChange } from '@/lib/server/cms/hooks/audit-change'

/** Optional: an empty field becomes a line to fill in on the printed document. */
function code(name: string, label: Words, validate: TextFieldSingleValidation): TextField {
  return text(name, label, { required: false, validate: optional(validate), hooks: { beforeValidate: [upperCase] } })
}

function line(name: string, label: Words): TextField {
  return localizedText(name, label, { required: false, maxLength: 300 })
}

const validateTaxNumber = validateText((value) => /^\d{12}$/.test(value), 'taxNumberInvalid')

/** The seller in protocols and agreements. Editors cannot change it, because it has the bank account. */
export const Seller: GlobalConfig = {
  slug: 'seller',
  label: words('sellerDetails'),
  admin: {
    ...tradeMenu,
    description: words('sellerHint'),
  },
  access: { read: only(TRADE_ROLES), update: only(TRADE_ROLES) },
  hooks: { afterChange: [announceGlobalChange, auditGlobalChange] },
  fields: [
    line('legal_name', words('legalName')),
    row(code('edrpou', words('edrpouCode'), validateEdrpou), code('tax_number', words('vatNumber'), validateTaxNumber)),
    row(code('eic', words('eicCode'), validateEic), code('iban', words('iban'), validateIban)),
    row(line('bank', words('bank')), line('address', words('address'))),
    row(line('signatory', words('representedBy')), line('authority', words('actingUnder'))),
  ],
}

/** The company in the header, the footer and emails (docs/decisions/0014). */
export const Settings: GlobalConfig = {
  slug: 'settings',
  label: words('settings'),
  admin: { group: words('site') },
  access: { read: only(CONTENT_ROLES), update: only(CONTENT_ROLES) },
  hooks: { afterChange: [announceGlobalChange, auditGlobalChange] },
  fields: [
    localizedText('company_name', words('companyName')),
    { ...image('logo', words('logo')), admin: { description: words('logoHint') } },
    image('favicon', words('tabIcon')),
    emailField(words('supportEmail'), { name: 'support_email' }),
    localizedText('copyright', words('copyrightLine')),
    localizedText('working_hours', words('workingHours')),
    linksField('links', words('socialNetworks'), words('network')),
    {
      name: 'contacts',
      type: 'array',
      label: words('contacts'),
      labels: names(words('department'), words('contacts')),
      admin: rowTitle,
      fields: [
        localizedText('label', words('department')),
        {
          name: 'is_main',
          type: 'checkbox',
          defaultValue: false,
          label: words('mainContact'),
        },
        {
          name: 'phones',
          type: 'array',
          label: words('phones'),
          labels: names(words('phone'), words('phones')),
          admin: rowTitle,
          fields: [row(localizedText('label', words('label'), { required: false }), text('number', words('number')))],
        },
        linksField('socials', words('messengersAndNetworks'), words('link')),
      ],
    },
    pageMetaGroup(),
  ],
}
