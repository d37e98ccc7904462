import type { CollectionConfig, TextField } from 'payload'
import { TRADE_ROLES, hiddenExcept, nobody, only } from '@/lib/server/cms/access'
import {
  lowerCase,
  upperCase,
  validateEdrpou,
  validateEic,
  validateIban,
  validatePhone,
} from '@/lib/server/cms/fields/field-kit'
import { announceChange } from '@/lib/server/cms/hooks/announce-change'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { names, words, type Words } from '@/lib/server/cms/words'

function text(name: string, label: Words, rest: Partial<TextField> = {}): TextField {
  return { name, type: 'text', label, required: true, ...rest, admin: { width: '50%', ...rest.admin } } as TextField
}

/**
 * The editable data of the buyers' accounts. An account comes into being by registering, and is never deleted;
 * whether it is confirmed or deactivated is derived from the recorded decisions, so no field says it here.
 */
export const Companies: CollectionConfig = {
  slug: 'companies',
  labels: names(words('Компанія', 'Company', 'Компания'), words('Компанії', 'Companies', 'Компании')),
  defaultSort: '-createdAt',
  admin: {
    useAsTitle: 'company_short_name',
    defaultColumns: ['company_short_name', 'edrpou', 'email', 'phone', 'auction_kind', 'createdAt'],
    listSearchableFields: ['company_name', 'company_short_name', 'edrpou', 'email'],
    group: false,
    hidden: hiddenExcept(TRADE_ROLES),
  },
  access: { create: nobody, read: only(TRADE_ROLES), update: only(TRADE_ROLES), delete: nobody },
  hooks: { afterChange: [announceChange, auditChange] },
  fields: [
    {
      name: 'account',
      type: 'ui',
      admin: { components: { Field: '@/app/(cms)/office/company-account-field#CompanyAccountField' } },
    },
    text('company_name', words('Повна назва компанії', 'Full company name', 'Полное название компании'), {
      admin: { width: '100%' },
    }),
    text(
      'company_short_name',
      words('Офіційна скорочена назва', 'Official short name', 'Официальное сокращённое название'),
    ),
    {
      type: 'row',
      fields: [
        text('edrpou', words('Код ЄДРПОУ', 'EDRPOU code', 'Код ЕГРПОУ'), { index: true, validate: validateEdrpou }),
        text('eic', words('Код EIC', 'EIC code', 'Код EIC'), {
          validate: validateEic,
          hooks: { beforeValidate: [upperCase] },
        }),
      ],
    },
    text('iban', words('Рахунок IBAN', 'IBAN', 'Счёт IBAN'), {
      validate: validateIban,
      hooks: { beforeValidate: [upperCase] },
    }),
    {
      type: 'row',
      fields: [
        text('surname', words('Прізвище', 'Surname', 'Фамилия'), { admin: { width: '33%' } }),
        text('name', words('Ім’я', 'Given name', 'Имя'), { admin: { width: '33%' } }),
        text('patronymic', words('По батькові', 'Patronymic', 'Отчество'), {
          required: false,
          admin: { width: '33%' },
        }),
      ],
    },
    {
      type: 'row',
      fields: [
        {
          // A new address counts once its link is opened, so that only the account itself can change it.
          name: 'email',
          type: 'email',
          required: true,
          unique: true,
          label: words('Електронна пошта', 'Email', 'Электронная почта'),
          access: { update: nobody },
          hooks: { beforeValidate: [lowerCase] },
          admin: { width: '50%' },
        },
        text('phone', words('Телефон', 'Phone', 'Телефон'), { validate: validatePhone }),
      ],
    },
    {
      name: 'auction_kind',
      type: 'select',
      required: true,
      defaultValue: 'all',
      label: words('Аукціони', 'Auctions', 'Аукционы'),
      admin: { position: 'sidebar' },
      options: [
        { value: 'gas_condensate', label: words('Газовий конденсат', 'Gas condensate', 'Газовый конденсат') },
        { value: 'natural_gas', label: words('Природний газ', 'Natural gas', 'Природный газ') },
        { value: 'all', label: words('Усі', 'All', 'Все') },
      ],
    },
    {
      name: 'language',
      type: 'select',
      required: true,
      defaultValue: 'uk',
      label: words('Мова листів', 'Email language', 'Язык писем'),
      admin: { position: 'sidebar' },
      options: [
        { value: 'uk', label: 'Українська' },
        { value: 'en', label: 'English' },
        { value: 'ru', label: 'Русский' },
      ],
    },
  ],
}
