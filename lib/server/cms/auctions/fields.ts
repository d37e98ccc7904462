import type { Field, NumberField } from 'payload'
import { number } from 'payload/shared'
import type { LotField } from '@/lib/contract/lot-faults'
import { lotFault, pastFault } from '@/lib/server/cms/auctions/lot-faults'
import {
  localizedText,
  relationship,
  row,
  select,
  sidebar,
  words,
  type Words,
} from '@/lib/server/cms/fields/basic-fields'
import { decimalField, hasNoTime, instantField } from '@/lib/server/cms/fields/field-kit'
import { slugField } from '@/lib/server/cms/fields/slug'
import type { Auction } from '@/lib/server/cms/payload-types'
import { say } from '@/lib/server/cms/translations'
import { documents, terms } from './lot-terms'

/** A number or an instant of the lot: checked with the others, since only together they make a lot that can be held. */
function lotDecimal(field: Parameters<typeof decimalField>[0] & { name: LotField }) {
  return decimalField({ ...field, fault: (data, req) => lotFault(field.name, data, req) })
}

function lotInstant({
  ahead = false,
  ...field
}: Parameters<typeof instantField>[0] & { name: LotField; ahead?: boolean }) {
  return instantField({
    ...field,
    async fault(data, req, id) {
      const lot = (data ?? {}) as Partial<Auction>
      if (lot.outside_hours_confirmed !== true && hasNoTime(lot[field.name])) return say(req, 'chooseTime')
      return lotFault(field.name, data, req) ?? (ahead ? pastFault(field.name, data, { id, req }) : null)
    },
  })
}

/** A whole number of the lot; what it may be is for the lot's own check to say. */
function lotCount({
  name,
  ...field
}: {
  name: LotField
  label: Words
  defaultValue: number
  min: number
  max: number
}): NumberField {
  return {
    ...field,
    name,
    type: 'number',
    required: true,
    admin: { step: 1 },
    validate: (value, options) => {
      const own = number(value, options)
      return own === true ? (lotFault(name, options.data, options.req) ?? true) : own
    },
  }
}

const lotNumbers: Field[] = [
  row(
    lotDecimal({ name: 'volume', places: 3, label: words('Обсяг лота', 'Lot volume', 'Объём лота') }),
    lotDecimal({
      name: 'starting_price',
      places: 2,
      label: words('Стартова ціна (грн з ПДВ)', 'Starting price (UAH incl. VAT)', 'Стартовая цена (грн с НДС)'),
    }),
  ),
  row(
    lotDecimal({
      name: 'minimum_step',
      places: 2,
      example: '50.00',
      label: words('Крок аукціону (грн)', 'Bid step (UAH)', 'Шаг аукциона (грн)'),
    }),
    lotDecimal({
      name: 'maximum_step',
      places: 2,
      example: '1500.00',
      required: false,
      label: words('Максимальний крок (грн)', 'Maximum step (UAH)', 'Максимальный шаг (грн)'),
      description: words(
        'Порожнє: 10 % стартової ціни',
        'Left empty: 10 % of the starting price',
        'Пустое: 10 % стартовой цены',
      ),
    }),
  ),
  row(
    lotDecimal({
      name: 'minimum_quantity',
      places: 3,
      example: '20.000',
      label: words('Мінімальний обсяг', 'Minimum lot volume', 'Минимальный объём'),
    }),
    lotDecimal({
      name: 'quantity_step',
      places: 3,
      example: '10.000',
      label: words('Крок обсягу', 'Volume step', 'Шаг объёма'),
    }),
  ),
]

const schedule: Field[] = [
  row(
    lotInstant({
      name: 'starts_at',
      ahead: true,
      required: true,
      index: true,
      label: words('Початок торгів (Київ)', 'Start (Kyiv time)', 'Начало торгов (Киев)'),
    }),
    lotInstant({
      name: 'ends_at',
      required: true,
      index: true,
      label: words('Завершення (Київ)', 'End (Kyiv time)', 'Завершение (Киев)'),
    }),
  ),
  row(
    lotInstant({
      name: 'application_deadline',
      ahead: true,
      label: words('Прийом заявок до (Київ)', 'Applications until (Kyiv time)', 'Приём заявок до (Киев)'),
      description: words('Порожнє: до початку торгів', 'Left empty: until the start', 'Пустое: до начала торгов'),
    }),
    lotInstant({
      name: 'hard_end_at',
      label: words('Граничний час (Київ)', 'Latest end (Kyiv time)', 'Предельное завершение (Киев)'),
      description: words('Порожнє: завершення + 60 хв', 'Left empty: the end + 60 min', 'Пустое: завершение + 60 мин'),
    }),
  ),
  row(
    lotCount({
      name: 'extension_minutes',
      defaultValue: 3,
      min: 1,
      max: 60,
      label: words('Вікно подовження (хв)', 'Extension window (min)', 'Окно продления (мин)'),
    }),
    lotCount({
      name: 'minimum_participants',
      defaultValue: 1,
      min: 1,
      max: 1000,
      label: words('Мінімум учасників', 'Minimum participants', 'Минимум участников'),
    }),
    select(
      'visibility',
      words('Перебіг торгів', 'Bidding is', 'Ход торгов'),
      {
        open: words('Видимий усім', 'Open to all', 'Виден всем'),
        closed: words('Видимий учасникам', 'Open to participants', 'Виден участникам'),
      },
      { defaultValue: 'open' },
    ),
  ),
  {
    name: 'outside_hours_confirmed',
    type: 'checkbox',
    defaultValue: false,
    label: words(
      'Свідомо проводимо поза робочим часом',
      'Held outside working hours on purpose',
      'Сознательно проводим вне рабочего времени',
    ),
    admin: {
      description: words(
        'Пн–чт 09:00–18:00, пт 09:00–16:45',
        'Mon–Thu 09:00–18:00, Fri 09:00–16:45',
        'Пн–чт 09:00–18:00, пт 09:00–16:45',
      ),
    },
  },
]

/** Every field of a lot under the names of api.md (R1.1). */
export const auctionFields: Field[] = [
  localizedText('title', words('Назва', 'Name', 'Название')),
  {
    type: 'tabs',
    tabs: [
      { label: words('Лот', 'Lot', 'Лот'), fields: lotNumbers },
      { label: words('Час і правила', 'Time and rules', 'Время и правила'), fields: schedule },
      { label: words('Умови', 'Terms', 'Условия'), fields: terms },
      { label: words('Документи', 'Documents', 'Документы'), fields: [documents] },
    ],
  },
  {
    name: 'number',
    type: 'number',
    unique: true,
    index: true,
    label: words('Номер аукціону', 'Auction number', 'Номер аукциона'),
    access: { create: () => false, update: () => false },
    admin: { ...sidebar, readOnly: true },
  },
  relationship('category', 'categories', words('Вид аукціону', 'Category', 'Вид аукциона'), {
    required: true,
    index: true,
    admin: { ...sidebar, allowCreate: false },
  }),
  slugField(null, { beside: true }),
]
