/** The words of the printed agreement; they stand beside what prints it, as the protocol's do. */
export interface AgreementWords {
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
