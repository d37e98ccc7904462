import type { GlobalConfig, TextField } from 'payload'
import { CONTENT_ROLES, hiddenExcept, only, TRADE_ROLES } from '@/lib/server/cms/access'
import { siteMenu } from '@/lib/server/cms/collections/common'
import {
  image,
  localizedText,
  names,
  row,
  rowTitle,
  text,
  localized,
  type LocalizedText,
} from '@/lib/server/cms/fields/basic-fields'
import { emailField, optional, asEdrpou, asEic, asIban, asTaxNumber } from '@/lib/server/cms/fields/checked-fields'
import { linksField } from '@/lib/server/cms/fields/links'
import { pageMetaGroup } from '@/lib/server/cms/fields/page-meta'
import { announceGlobalChange } from '@/lib/server/cms/hooks/announce-change'
import { auditGlobalChange } from '@/lib/server/cms/hooks/audit-change'

/** An optional code: if it is empty, the printed document has a line to fill in. */
function code(name: string, label: LocalizedText, { validate, hooks }: typeof asEdrpou): TextField {
  return text(name, label, { required: false, validate: optional(validate), hooks })
}

function line(name: string, label: LocalizedText): TextField {
  return localizedText(name, label, { required: false, maxLength: 300 })
}

/** The seller in protocols and agreements. Editors cannot change it, because it includes the bank account. */
export const Seller: GlobalConfig = {
  slug: 'seller',
  label: localized('sellerDetails'),
  admin: {
    ...siteMenu,
    hidden: hiddenExcept(TRADE_ROLES),
    description: localized('sellerHint'),
  },
  access: { read: only(TRADE_ROLES), update: only(TRADE_ROLES) },
  hooks: { afterChange: [announceGlobalChange, auditGlobalChange] },
  fields: [
    line('legal_name', localized('legalName')),
    row(code('edrpou', localized('edrpouCode'), asEdrpou), code('tax_number', localized('vatNumber'), asTaxNumber)),
    row(code('eic', localized('eicCode'), asEic), code('iban', localized('iban'), asIban)),
    row(line('bank', localized('bank')), line('address', localized('address'))),
    row(line('signatory', localized('representedBy')), line('authority', localized('actingUnder'))),
  ],
}

/** The company in the header, the footer and emails (docs/decisions/0014). */
export const Settings: GlobalConfig = {
  slug: 'settings',
  label: localized('settings'),
  admin: siteMenu,
  access: { read: only(CONTENT_ROLES), update: only(CONTENT_ROLES) },
  hooks: { afterChange: [announceGlobalChange, auditGlobalChange] },
  fields: [
    localizedText('company_name', localized('companyName')),
    { ...image('logo', localized('logo')), admin: { description: localized('logoHint') } },
    image('favicon', localized('tabIcon')),
    emailField(localized('supportEmail'), { name: 'support_email' }),
    localizedText('copyright', localized('copyrightLine')),
    localizedText('working_hours', localized('workingHours')),
    linksField('links', localized('socialNetworks'), localized('network')),
    {
      name: 'contacts',
      type: 'array',
      label: localized('contacts'),
      labels: names(localized('department'), localized('contacts')),
      admin: rowTitle,
      fields: [
        localizedText('label', localized('department')),
        {
          name: 'is_main',
          type: 'checkbox',
          defaultValue: false,
          label: localized('mainContact'),
        },
        {
          name: 'phones',
          type: 'array',
          label: localized('phones'),
          labels: names(localized('phone'), localized('phones')),
          admin: rowTitle,
          fields: [
            row(localizedText('label', localized('label'), { required: false }), text('number', localized('number'))),
          ],
        },
        linksField('socials', localized('messengersAndNetworks'), localized('link')),
      ],
    },
    pageMetaGroup(),
  ],
}
