import type { GlobalConfig, TextField } from 'payload'
import { only, TRADE_ROLES } from '@/lib/server/cms/access'
import { tradeMenu } from '@/lib/server/cms/collections/common'
import { localizedText, row, text, words, type Words } from '@/lib/server/cms/fields/basic-fields'
import { upperCase, validateEdrpou, validateEic, validateIban } from '@/lib/server/cms/fields/field-kit'
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
  label: words('Реквізити продавця', 'Seller details', 'Реквизиты продавца'),
  admin: {
    ...tradeMenu,
    description: words(
      'Друкуються в протоколах і договорах. Порожнє поле стає рядком, який заповнюють від руки.',
      'Printed in protocols and agreements. An empty field becomes a line to fill in by hand.',
      'Печатаются в протоколах и договорах. Пустое поле становится строкой, которую заполняют от руки.',
    ),
  },
  access: { read: only(TRADE_ROLES), update: only(TRADE_ROLES) },
  hooks: { afterChange: [announceGlobalChange, auditGlobalChange] },
  fields: [
    row(
      code('edrpou', words('Код ЄДРПОУ', 'EDRPOU code', 'Код ЕГРПОУ'), validateEdrpou),
      code('tax_number', words('ІПН платника ПДВ', 'VAT number', 'ИНН плательщика НДС'), validateTaxNumber),
    ),
    row(
      code('eic', words('Код EIC', 'EIC code', 'Код EIC'), validateEic),
      code('iban', words('Рахунок IBAN', 'IBAN', 'Счёт IBAN'), validateIban),
    ),
    row(line('bank', words('Банк', 'Bank', 'Банк')), line('address', words('Адреса', 'Address', 'Адрес'))),
    row(
      line('signatory', words('В особі', 'Represented by', 'В лице')),
      line('authority', words('Діє на підставі', 'Acting under', 'Действует на основании')),
    ),
  ],
}
