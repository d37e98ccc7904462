import type { GlobalConfig, TextField } from 'payload'
import { only, TRADE_ROLES } from '@/lib/server/cms/access'
import { tradeMenu } from '@/lib/server/cms/collections/common'
import { localizedText, row, text, words, type Words } from '@/lib/server/cms/fields/basic-fields'
import { upperCase, validateEdrpou, validateEic, validateIban } from '@/lib/server/cms/fields/checked-fields'
import { announceGlobalChange } from '@/lib/server/cms/hooks/announce-change'
import { auditGlobalChange } from '@/lib/server/cms/hooks/audit-change'
import { say } from '@/lib/server/cms/translations'

type Check = typeof validateEdrpou

/** Optional: what is empty is a line to fill in on the printed document. */
function code(name: string, label: Words, check: Check): TextField {
  const validate: Check = (value, options) =>
    value === null || value === undefined || value === '' ? true : check(value, options)
  return text(name, label, { required: false, validate, hooks: { beforeValidate: [upperCase] } })
}

function line(name: string, label: Words): TextField {
  return localizedText(name, label, { required: false, maxLength: 300 })
}

const validateTaxNumber: Check = (value, { req }) =>
  typeof value === 'string' && /^\d{12}$/.test(value) ? true : say(req, 'taxNumberInvalid')

/** What protocols and agreements say of the seller beside its name; an editor of the site does not reach where money is sent. */
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
    row(code('edrpou', words('edrpouCode'), validateEdrpou), code('tax_number', words('vatNumber'), validateTaxNumber)),
    row(code('eic', words('eicCode'), validateEic), code('iban', words('iban'), validateIban)),
    row(line('bank', words('bank')), line('address', words('address'))),
    row(line('signatory', words('representedBy')), line('authority', words('actingUnder'))),
  ],
}
