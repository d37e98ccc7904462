import type { Language } from '@/lib/contract/primitives'

/** The words of the printed agreement; they stand beside what prints it, as the protocol's do. */
interface AgreementWords {
  title: (number: string) => string
  parties: string
  seller: string
  buyer: string
  edrpou: string
  eic: string
  iban: string
  subject: string
  product: string
  resource: string
  quantity: string
  price: string
  sum: string
  deposit: string
  terms: string
  made: string
  from: string
  until: string
  paymentTerms: string
  paymentPeriod: string
  shipmentPeriod: string
  transferPoint: string
  basis: string
  auction: (number: number) => string
  protocol: string
  head: string
  currency: string
  /** What the print is and is not. */
  standing: string
  /** With {current} and {count}. */
  page: string
}

const en: AgreementWords = {
  title: (number) => `Sale agreement No. ${number}`,
  parties: 'Parties',
  seller: 'Seller',
  buyer: 'Buyer',
  edrpou: 'Buyer’s EDRPOU code',
  eic: 'Buyer’s EIC code',
  iban: 'Buyer’s IBAN',
  subject: 'Subject',
  product: 'Product',
  resource: 'Resource',
  quantity: 'Quantity',
  price: 'Price, VAT included',
  sum: 'Sum, VAT included',
  deposit: 'Deposit',
  terms: 'Terms',
  made: 'Made on',
  from: 'In force from',
  until: 'In force until',
  paymentTerms: 'Terms of payment',
  paymentPeriod: 'Payment period',
  shipmentPeriod: 'Shipment period',
  transferPoint: 'Transfer point',
  basis: 'Basis',
  auction: (number) => `Auction No. ${number}`,
  protocol: 'Protocol',
  head: 'Hash of the record’s last entry',
  currency: 'UAH',
  standing: 'Printed by the auction portal from its record. Where the signed copy differs, the signed copy holds.',
  page: 'Page {current} of {count}',
}

const uk: AgreementWords = {
  title: (number) => `Договір купівлі-продажу № ${number}`,
  parties: 'Сторони',
  seller: 'Продавець',
  buyer: 'Покупець',
  edrpou: 'Код ЄДРПОУ покупця',
  eic: 'Код EIC покупця',
  iban: 'IBAN покупця',
  subject: 'Предмет',
  product: 'Продукт',
  resource: 'Ресурс',
  quantity: 'Кількість',
  price: 'Ціна з ПДВ',
  sum: 'Сума з ПДВ',
  deposit: 'Гарантійний внесок',
  terms: 'Умови',
  made: 'Укладено',
  from: 'Діє з',
  until: 'Діє до',
  paymentTerms: 'Умови оплати',
  paymentPeriod: 'Термін оплати',
  shipmentPeriod: 'Період відвантаження',
  transferPoint: 'Точка передачі',
  basis: 'Підстава',
  auction: (number) => `Аукціон № ${number}`,
  protocol: 'Протокол',
  head: 'Геш останнього запису протоколу',
  currency: 'грн',
  standing:
    'Надруковано порталом аукціонів за його записами. Якщо підписаний примірник відрізняється, чинний підписаний.',
  page: 'Сторінка {current} з {count}',
}

const ru: AgreementWords = {
  title: (number) => `Договор купли-продажи № ${number}`,
  parties: 'Стороны',
  seller: 'Продавец',
  buyer: 'Покупатель',
  edrpou: 'Код ЕГРПОУ покупателя',
  eic: 'Код EIC покупателя',
  iban: 'IBAN покупателя',
  subject: 'Предмет',
  product: 'Продукт',
  resource: 'Ресурс',
  quantity: 'Количество',
  price: 'Цена с НДС',
  sum: 'Сумма с НДС',
  deposit: 'Гарантийный взнос',
  terms: 'Условия',
  made: 'Заключён',
  from: 'Действует с',
  until: 'Действует до',
  paymentTerms: 'Условия оплаты',
  paymentPeriod: 'Срок оплаты',
  shipmentPeriod: 'Период отгрузки',
  transferPoint: 'Точка передачи',
  basis: 'Основание',
  auction: (number) => `Аукцион № ${number}`,
  protocol: 'Протокол',
  head: 'Хеш последней записи протокола',
  currency: 'грн',
  standing:
    'Напечатано порталом аукционов по его записям. Если подписанный экземпляр отличается, действует подписанный.',
  page: 'Страница {current} из {count}',
}

export const agreementWords: Record<Language, AgreementWords> = { uk, en, ru }
