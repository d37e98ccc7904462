import type { Language } from '@/lib/contract/primitives'

/** The words of the printed agreement; they stand beside what prints it, as the protocol's do. */
interface AgreementWords {
  title: (number: string) => string
  /** The opening, with the auction where one stands behind the agreement. */
  preamble: (auction: number | null) => string
  seller: string
  buyer: string
  subject: string
  transfer: string
  product: string
  unit: string
  resource: string
  volume: string
  price: string
  total: string
  priceAndTotal: string
  payment: string
  deposit: string
  delivery: string
  term: string
  made: string
  from: string
  until: string
  paymentTerms: string
  paymentPeriod: string
  shipmentPeriod: string
  transferPoint: string
  basis: string
  auction: string
  protocol: string
  signatures: string
  /** What the print is and is not. */
  standing: string
}

const en: AgreementWords = {
  title: (number) => `Sale agreement No.\u00A0${number}`,
  preamble: (auction) =>
    `The Seller and the Buyer, whose details are given in the last section, enter into this agreement${auction === null ? '' : ` following auction No.\u00A0${auction}`} on the terms below.`,
  seller: 'Seller',
  buyer: 'Buyer',
  subject: 'Subject of the agreement',
  transfer:
    'The Seller transfers the goods below into the ownership of the Buyer; the Buyer accepts and pays for them.',
  product: 'Goods',
  unit: 'Unit',
  resource: 'Resource',
  volume: 'Volume',
  price: 'Price per unit incl. VAT, UAH',
  total: 'Total incl. VAT, UAH',
  priceAndTotal: 'Price and total',
  payment: 'Payment',
  deposit: 'Deposit',
  delivery: 'Delivery',
  term: 'Term of the agreement',
  made: 'Drawn up on',
  from: 'In force from',
  until: 'In force until',
  paymentTerms: 'Payment terms',
  paymentPeriod: 'Payment period',
  shipmentPeriod: 'Shipment period',
  transferPoint: 'Transfer point',
  basis: 'Basis and record check',
  auction: 'Auction',
  protocol: 'Protocol',
  signatures: 'Details and signatures of the parties',
  standing:
    'Generated from the portal’s record and not signed yet. If the signed copy differs from this document, the signed copy prevails.',
}

const uk: AgreementWords = {
  title: (number) => `Договір купівлі-продажу №\u00A0${number}`,
  preamble: (auction) =>
    `Продавець і Покупець, реквізити яких наведено в останньому розділі, уклали цей договір${auction === null ? '' : ` за результатами аукціону №\u00A0${auction}`} на таких умовах.`,
  seller: 'Продавець',
  buyer: 'Покупець',
  subject: 'Предмет договору',
  transfer: 'Продавець передає у власність Покупця товар, зазначений нижче, а Покупець приймає та оплачує його.',
  product: 'Товар',
  unit: 'Одиниця',
  resource: 'Ресурс',
  volume: 'Обсяг',
  price: 'Ціна за одиницю з ПДВ, грн',
  total: 'Сума з ПДВ, грн',
  priceAndTotal: 'Ціна та сума договору',
  payment: 'Оплата',
  deposit: 'Гарантійний внесок',
  delivery: 'Передача товару',
  term: 'Строк дії договору',
  made: 'Складено',
  from: 'Діє з',
  until: 'Діє до',
  paymentTerms: 'Умови оплати',
  paymentPeriod: 'Строк оплати',
  shipmentPeriod: 'Строк відвантаження',
  transferPoint: 'Пункт передачі',
  basis: 'Підстава та перевірка запису',
  auction: 'Аукціон',
  protocol: 'Протокол',
  signatures: 'Реквізити та підписи сторін',
  standing:
    'Сформовано за записами порталу, ще не підписано. Якщо підписаний примірник відрізняється від цього документа, чинним є підписаний.',
}

const ru: AgreementWords = {
  title: (number) => `Договор купли-продажи №\u00A0${number}`,
  preamble: (auction) =>
    `Продавец и Покупатель, реквизиты которых приведены в последнем разделе, заключили этот договор${auction === null ? '' : ` по результатам аукциона №\u00A0${auction}`} на следующих условиях.`,
  seller: 'Продавец',
  buyer: 'Покупатель',
  subject: 'Предмет договора',
  transfer:
    'Продавец передаёт в собственность Покупателя товар, указанный ниже, а Покупатель принимает и оплачивает его.',
  product: 'Товар',
  unit: 'Единица',
  resource: 'Ресурс',
  volume: 'Объём',
  price: 'Цена за единицу с НДС, грн',
  total: 'Сумма с НДС, грн',
  priceAndTotal: 'Цена и сумма договора',
  payment: 'Оплата',
  deposit: 'Гарантийный взнос',
  delivery: 'Передача товара',
  term: 'Срок действия договора',
  made: 'Составлен',
  from: 'Действует с',
  until: 'Действует до',
  paymentTerms: 'Условия оплаты',
  paymentPeriod: 'Срок оплаты',
  shipmentPeriod: 'Срок отгрузки',
  transferPoint: 'Пункт передачи',
  basis: 'Основание и проверка записи',
  auction: 'Аукцион',
  protocol: 'Протокол',
  signatures: 'Реквизиты и подписи сторон',
  standing:
    'Сформировано по записям портала, ещё не подписано. Если подписанный экземпляр отличается от этого документа, действует подписанный.',
}

export const agreementWords: Record<Language, AgreementWords> = { uk, en, ru }
